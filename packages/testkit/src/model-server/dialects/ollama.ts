import type { Json } from '@convene/domain'
import { cut } from '../cut.ts'
import type { Dialect, ErrorKind, Frame, FrameKind } from '../dialect.ts'
import type { FullAnswer } from '../full-answer.ts'
import { fields, list, string } from '../loose.ts'
import type { ParsedRequest, ServerMessage, ServerRequest } from '../request.ts'

/** Ollama's own chat API: lines of JSON, no call ids. */
export const ollama: Dialect = {
  name: 'ollama',
  contentType: 'application/x-ndjson',
  read,
  stream,
  whole,
  encode: (frame) => Buffer.from(`${typeof frame.data === 'string' ? frame.data : JSON.stringify(frame.data)}\n`),
  error: (kind, _status, model) => ({ error: errorOf(kind, model) }),
  errorFrame: (kind, _status, model) => ({ kind: 'close', data: { error: errorOf(kind, model) } }),
  keepAlive: Buffer.from('\n'),
}

function read(body: Json): ParsedRequest {
  const { model, stream: streams, messages, tools } = fields(body)
  const lines = list(messages).map(fields)
  const isSystem = (line: { readonly [key: string]: Json }) => line.role === 'system'
  return {
    model: string(model),
    stream: streams !== false,
    system: lines
      .filter(isSystem)
      .map(({ content }) => string(content))
      .join('\n'),
    messages: lines.filter((line) => !isSystem(line)).map(message),
    tools: list(tools).map((tool) => string(fields(fields(tool).function).name)),
  }
}

function message(line: { readonly [key: string]: Json }): ServerMessage {
  const text = string(line.content)
  if (line.role === 'tool')
    return { role: 'tool', text: '', toolCalls: [], toolResults: [{ id: string(line.tool_name), output: text }] }
  const toolCalls = list(line.tool_calls).map((call) => {
    const { name, arguments: input } = fields(fields(call).function)
    return { id: string(name), name: string(name), input: input ?? null }
  })
  return { role: line.role === 'assistant' ? 'assistant' : 'user', text, toolCalls, toolResults: [] }
}

function stream(answer: FullAnswer, request: ServerRequest): Frame[] {
  const line = (kind: FrameKind, said: object, more: object = { done: false }): Frame => ({
    kind,
    data: { ...head(request), message: { role: 'assistant', content: '', ...said }, ...more },
  })
  return [
    ...cut(answer.reasoning, 2).map((piece) => line('reasoning', { thinking: piece })),
    ...answer.pieces.map((piece) => line('text', { content: piece })),
    ...answer.calls.map((call) => line('call', { tool_calls: [callOf(call)] })),
    line('finish', {}, endOf(answer)),
  ]
}

const head = (request: ServerRequest) => ({ model: request.model, created_at: '2026-01-01T00:00:00.000Z' })

/** Input that no parser accepts can only be sent as text. */
const callOf = ({ name, input, raw }: FullAnswer['calls'][number]): Json => ({
  function: { name, arguments: raw === JSON.stringify(input) ? input : raw },
})

const endOf = ({ finish, usage }: FullAnswer) => ({
  done: true,
  done_reason: finish === 'length' ? 'length' : 'stop',
  total_duration: 1_000_000,
  load_duration: 1_000,
  prompt_eval_count: usage.input,
  eval_count: usage.output,
})

function whole(answer: FullAnswer, request: ServerRequest): Json {
  const { text: content, reasoning: thinking, calls } = answer
  const said = {
    role: 'assistant',
    content,
    ...(thinking && { thinking }),
    ...(calls.length > 0 && { tool_calls: calls.map(callOf) }),
  }
  return { ...head(request), message: said, ...endOf(answer) }
}

function errorOf(kind: ErrorKind, model: string): string {
  switch (kind) {
    case 'not_found':
      return `model '${model}' not found`
    case 'unauthorized':
      return 'unauthorized'
    case 'overflow':
      return 'prompt too long; exceeded max context length by 1119 tokens'
    case 'overloaded':
      return 'server busy, please try again. maximum pending requests exceeded'
    default:
      return `an error was encountered while running the model: ${kind}`
  }
}
