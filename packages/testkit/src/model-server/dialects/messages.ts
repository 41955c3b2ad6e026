import type { Json } from '@convene/domain'
import type { AnswerFinish } from '../answer.ts'
import { cut } from '../cut.ts'
import { type Dialect, type ErrorKind, type Frame, type FrameKind, sseFrame } from '../dialect.ts'
import type { FullAnswer } from '../full-answer.ts'
import { contentText, fields, list, string } from '../loose.ts'
import type { ParsedRequest, ServerMessage, ServerRequest } from '../request.ts'

/** Anthropic messages. */
export const messages: Dialect = {
  name: 'messages',
  contentType: 'text/event-stream; charset=utf-8',
  read,
  stream,
  whole,
  encode: (frame) => sseFrame(frame),
  error: (kind) => ({ type: 'error', error: errorOf(kind), request_id: 'req_scripted' }),
  errorFrame: (kind) => ({ kind: 'close', event: 'error', data: { type: 'error', error: errorOf(kind) } }),
  keepAlive: Buffer.from('event: ping\ndata: {"type": "ping"}\n\n'),
}

function read(body: Json): ParsedRequest {
  const { model, stream, system, messages: lines, tools } = fields(body)
  return {
    model: string(model),
    stream: stream === true,
    system: contentText(system),
    messages: list(lines).map((line) => message(fields(line))),
    tools: list(tools).map((tool) => string(fields(tool).name)),
  }
}

function message(line: { readonly [key: string]: Json }): ServerMessage {
  const blocks = list(line.content).map(fields)
  const toolResults = blocks
    .filter((block) => block.type === 'tool_result')
    .map((block) => ({ id: string(block.tool_use_id), output: contentText(block.content) }))
  const toolCalls = blocks
    .filter((block) => block.type === 'tool_use')
    .map((block) => ({ id: string(block.id), name: string(block.name), input: block.input ?? null }))
  const text = contentText(
    typeof line.content === 'string' ? line.content : blocks.filter((block) => block.type === 'text'),
  )
  const role = line.role === 'assistant' ? 'assistant' : toolResults.length && !text ? 'tool' : 'user'
  return { role, text, toolCalls, toolResults }
}

type Block = { readonly kind: FrameKind; readonly start: Json; readonly deltas: readonly Json[] }

function stream(answer: FullAnswer, request: ServerRequest): Frame[] {
  return [
    named('open', 'message_start', { message: { ...head(answer, request), usage: startUsage(answer) } }),
    named('ping', 'ping', {}),
    ...blocksOf(answer).flatMap(blockFrames),
    named('finish', 'message_delta', {
      delta: { stop_reason: stopReason(answer.finish), stop_sequence: null },
      usage: { ...startUsage(answer), output_tokens: answer.usage.output },
    }),
    named('done', 'message_stop', {}),
  ]
}

const named = (kind: FrameKind, type: string, data: { readonly [key: string]: Json }): Frame => ({
  kind,
  event: type,
  data: { type, ...data },
})

function blockFrames(block: Block, index: number): Frame[] {
  return [
    named(block.kind === 'call' ? 'call' : 'open', 'content_block_start', { index, content_block: block.start }),
    ...block.deltas.map((delta) => named(block.kind, 'content_block_delta', { index, delta })),
    named(block.kind === 'call' ? 'call' : 'close', 'content_block_stop', { index }),
  ]
}

function blocksOf(answer: FullAnswer): Block[] {
  const thinking: Block = {
    kind: 'reasoning',
    start: { type: 'thinking', thinking: '', signature: '' },
    deltas: [
      ...cut(answer.reasoning, 2).map((piece) => ({ type: 'thinking_delta', thinking: piece })),
      { type: 'signature_delta', signature: 'c2lnbmVk' },
    ],
  }
  const spoken: Block = {
    kind: 'text',
    start: { type: 'text', text: '' },
    deltas: answer.pieces.map((piece) => ({ type: 'text_delta', text: piece })),
  }
  const calls = answer.calls.map((call): Block => {
    const deltas = ['', ...cut(call.raw, 3)].map((piece) => ({ type: 'input_json_delta', partial_json: piece }))
    return { kind: 'call', start: { type: 'tool_use', id: call.id, name: call.name, input: {} }, deltas }
  })
  return [...(answer.reasoning ? [thinking] : []), ...(answer.text ? [spoken] : []), ...calls]
}

const head = (answer: FullAnswer, request: ServerRequest) => ({
  id: `msg_${answer.id}`,
  type: 'message',
  role: 'assistant',
  model: request.model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
})

/** Anthropic counts cached tokens separately from `input_tokens`. */
const startUsage = ({ usage }: FullAnswer) => ({
  input_tokens: usage.input - usage.cached,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: usage.cached,
  output_tokens: 1,
  service_tier: 'standard',
})

function stopReason(finish: AnswerFinish): string {
  switch (finish) {
    case 'tools':
      return 'tool_use'
    case 'length':
      return 'max_tokens'
    case 'refused':
    case 'filtered':
      return 'refusal'
    default:
      return 'end_turn'
  }
}

function whole(answer: FullAnswer, request: ServerRequest): Json {
  const thinking = { type: 'thinking', thinking: answer.reasoning, signature: 'c2lnbmVk' }
  const calls = answer.calls.map((call) => ({ type: 'tool_use', id: call.id, name: call.name, input: call.input }))
  return {
    ...head(answer, request),
    content: [
      ...(answer.reasoning ? [thinking] : []),
      ...(answer.text ? [{ type: 'text', text: answer.text }] : []),
      ...calls,
    ],
    stop_reason: stopReason(answer.finish),
    usage: { ...startUsage(answer), output_tokens: answer.usage.output },
  }
}

const errorOf = (kind: ErrorKind): { type: string; message: string } => ({
  type: errors[kind][0],
  message: errors[kind][1],
})

const errors: { readonly [kind in ErrorKind]: readonly [type: string, message: string] } = {
  bad_request: ['invalid_request_error', 'messages: at least one message is required'],
  overflow: ['invalid_request_error', 'prompt is too long: 208310 tokens > 200000 maximum'],
  unauthorized: ['authentication_error', 'invalid x-api-key'],
  forbidden: ['permission_error', 'Your API key does not have permission to use the specified resource.'],
  not_found: ['not_found_error', 'model: no-such-model'],
  timeout: ['timeout_error', 'Request timed out.'],
  too_large: ['request_too_large', 'Request exceeds the maximum allowed number of bytes.'],
  rate_limited: ['rate_limit_error', 'This request would exceed the rate limit for your organization.'],
  quota: ['billing_error', 'Your credit balance is too low to access the Anthropic API.'],
  server_error: ['api_error', 'Internal server error'],
  overloaded: ['overloaded_error', 'Overloaded'],
}
