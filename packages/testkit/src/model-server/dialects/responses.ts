import type { Json } from '@convene/domain'
import { cut } from '../cut.ts'
import { type Dialect, type Frame, type FrameKind, sseFrame } from '../dialect.ts'
import type { FullAnswer } from '../full-answer.ts'
import { contentText, fields, list, parsed, string } from '../loose.ts'
import type { ParsedRequest, ServerMessage, ServerRequest } from '../request.ts'
import { openAiError, openAiErrorCode } from './openai-errors.ts'

/** OpenAI responses. */
export const responses: Dialect = {
  name: 'responses',
  contentType: 'text/event-stream; charset=utf-8',
  read,
  stream,
  whole: (answer, request) => ({ ...head(answer, request), ...ending(answer), output: itemsOf(answer) }),
  encode: (frame) => sseFrame(frame),
  error: (kind, _status, model) => openAiError(kind, model),
  errorFrame: (kind, _status, model) => ({
    kind: 'close',
    event: 'response.failed',
    data: {
      type: 'response.failed',
      sequence_number: 99,
      response: { id: 'resp_failed', object: 'response', status: 'failed', error: openAiErrorCode(kind, model) },
    },
  }),
  keepAlive: Buffer.from(': keep-alive\n\n'),
}

function read(body: Json): ParsedRequest {
  const { model, stream, instructions, input, tools } = fields(body)
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : list(input).map(fields)
  const isSystem = (item: { readonly [key: string]: Json }) => item.role === 'system' || item.role === 'developer'
  const system = items.filter(isSystem).map((item) => contentText(item.content))
  return {
    model: string(model),
    stream: stream === true,
    system: [string(instructions), ...system].filter(Boolean).join('\n'),
    messages: items.filter((item) => !isSystem(item)).map(message),
    tools: list(tools).map((tool) => string(fields(tool).name)),
  }
}

function message(item: { readonly [key: string]: Json }): ServerMessage {
  if (item.type === 'function_call_output') {
    const output = contentText(item.output)
    return { role: 'tool', text: '', toolCalls: [], toolResults: [{ id: string(item.call_id), output }] }
  }
  if (item.type === 'function_call') {
    const call = { id: string(item.call_id), name: string(item.name), input: parsed(string(item.arguments)) }
    return { role: 'assistant', text: '', toolCalls: [call], toolResults: [] }
  }
  const role = item.role === 'assistant' || item.type === 'reasoning' ? 'assistant' : 'user'
  return { role, text: contentText(item.content), toolCalls: [], toolResults: [] }
}

type Item = { readonly [key: string]: Json }
type Unnumbered = readonly [kind: FrameKind, type: string, data: Item]

function stream(answer: FullAnswer, request: ServerRequest): Frame[] {
  const opened = { response: { ...head(answer, request), status: 'in_progress', output: [] } }
  const end = ending(answer)
  const events: Unnumbered[] = [
    ['open', 'response.created', opened],
    ['open', 'response.in_progress', opened],
    ...itemsOf(answer).flatMap((item, index) => itemEvents(item, index, answer)),
    ['finish', `response.${end.status}`, { response: { ...head(answer, request), ...end, output: itemsOf(answer) } }],
  ]
  return events.map(([kind, type, data], index) => ({
    kind,
    event: type,
    data: { type, sequence_number: index, ...data },
  }))
}

function itemEvents(item: Item, index: number, answer: FullAnswer): Unnumbered[] {
  const place = { item_id: string(item.id), output_index: index }
  const kind: FrameKind = item.type === 'function_call' ? 'call' : 'open'
  return [
    [kind, 'response.output_item.added', { output_index: index, item: begun(item) }],
    ...contentEvents(item, place, answer),
    [kind === 'call' ? 'call' : 'close', 'response.output_item.done', { output_index: index, item }],
  ]
}

function contentEvents(item: Item, place: Item, answer: FullAnswer): Unnumbered[] {
  if (item.type === 'function_call') return callEvents(string(item.arguments), place)
  if (item.type === 'reasoning') return reasoningEvents(place, answer.reasoning)
  const where = { ...place, content_index: 0 }
  const refused = answer.finish === 'refused'
  const part = (text: string): Json =>
    refused ? { type: 'refusal', refusal: text } : { type: 'output_text', text, annotations: [] }
  const delta = refused ? 'response.refusal.delta' : 'response.output_text.delta'
  const whole: Item = refused ? { refusal: answer.text } : { text: answer.text }
  return [
    ['open', 'response.content_part.added', { ...where, part: part('') }],
    ...answer.pieces.map((piece): Unnumbered => ['text', delta, { ...where, delta: piece }]),
    ['close', delta.replace('delta', 'done'), { ...where, ...whole }],
    ['close', 'response.content_part.done', { ...where, part: part(answer.text) }],
  ]
}

const callEvents = (raw: string, place: Item): Unnumbered[] => [
  ...cut(raw, 3).map(
    (piece): Unnumbered => ['call', 'response.function_call_arguments.delta', { ...place, delta: piece }],
  ),
  ['call', 'response.function_call_arguments.done', { ...place, arguments: raw }],
]

function reasoningEvents(place: Item, reasoning: string): Unnumbered[] {
  const where = { ...place, summary_index: 0 }
  const part = (text: string): Json => ({ type: 'summary_text', text })
  return [
    ['open', 'response.reasoning_summary_part.added', { ...where, part: part('') }],
    ...cut(reasoning, 2).map(
      (piece): Unnumbered => ['reasoning', 'response.reasoning_summary_text.delta', { ...where, delta: piece }],
    ),
    ['close', 'response.reasoning_summary_text.done', { ...where, text: reasoning }],
    ['close', 'response.reasoning_summary_part.done', { ...where, part: part(reasoning) }],
  ]
}

/** An item as announced, still empty. */
function begun(item: Item): Json {
  const emptied: Item =
    item.type === 'function_call' ? { arguments: '' } : item.type === 'reasoning' ? { summary: [] } : { content: [] }
  return { ...item, status: 'in_progress', ...emptied }
}

function itemsOf(answer: FullAnswer): Item[] {
  const status = answer.finish === 'length' ? 'incomplete' : 'completed'
  const content: Item =
    answer.finish === 'refused'
      ? { type: 'refusal', refusal: answer.text }
      : { type: 'output_text', text: answer.text, annotations: [], logprobs: [] }
  const reasoning = {
    id: `rs_${answer.id}`,
    type: 'reasoning',
    summary: [{ type: 'summary_text', text: answer.reasoning }],
    encrypted_content: 'c2VhbGVk',
  }
  const spoken = { id: `msg_${answer.id}`, type: 'message', status, role: 'assistant', content: [content] }
  const calls = answer.calls.map((call, index) => ({
    id: `fc_${answer.id}_${index}`,
    type: 'function_call',
    status,
    call_id: call.id,
    name: call.name,
    ...(call.namespace !== undefined && { namespace: call.namespace }),
    arguments: call.raw,
  }))
  return [...(answer.reasoning ? [reasoning] : []), ...(answer.text ? [spoken] : []), ...calls]
}

function ending({ finish, usage }: FullAnswer) {
  const reason = finish === 'length' ? 'max_output_tokens' : finish === 'filtered' ? 'content_filter' : null
  return {
    status: reason ? 'incomplete' : 'completed',
    incomplete_details: reason ? { reason } : null,
    usage: {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: usage.cached },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: usage.reasoning },
      total_tokens: usage.input + usage.output,
    },
  }
}

const head = (answer: FullAnswer, request: ServerRequest) => ({
  id: `resp_${answer.id}`,
  object: 'response',
  created_at: answer.createdAt,
  error: null,
  incomplete_details: null,
  instructions: null,
  max_output_tokens: null,
  model: request.model,
  parallel_tool_calls: true,
  previous_response_id: null,
  store: false,
  usage: null,
})
