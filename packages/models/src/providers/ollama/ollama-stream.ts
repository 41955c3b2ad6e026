import type { StreamPart } from '../../language-model/language-model.ts'
import { unreadable } from '../../transport/skippable-event.ts'

type Finish = Extract<StreamPart, { type: 'finish' }>
type Fields = Readonly<Record<string, unknown>>

/** Reads Ollama's JSON lines. If the body ends before the last line, there is no finish part. */
export function ollamaParts(body: ReadableStream<Uint8Array>): ReadableStream<StreamPart> {
  const decoder = new TextDecoder()
  const state = { rest: '', calls: 0 }
  return body.pipeThrough(
    new TransformStream<Uint8Array, StreamPart>({
      transform(chunk, controller) {
        const lines = (state.rest + decoder.decode(chunk, { stream: true })).split('\n')
        state.rest = lines.pop() ?? ''
        for (const line of lines) for (const part of partsOf(line, state)) controller.enqueue(part)
      },
      flush(controller) {
        for (const part of partsOf(state.rest, state, true)) controller.enqueue(part)
      },
    }),
  )
}

function partsOf(line: string, state: { calls: number }, isCut = false): readonly StreamPart[] {
  if (line.trim() === '') return []
  const event = fieldsIn(line)
  if (!event && isCut) return []
  if (!event) return [{ type: 'error', error: unreadable(line) }]
  if (event.error !== undefined) return [{ type: 'error', error: { message: textOf(event.error) } }]
  return [...saidIn(event, state), ...(event.done === true ? [finishOf(event)] : [])]
}

function saidIn({ message }: Fields, state: { calls: number }): readonly StreamPart[] {
  if (!isFields(message)) return []
  const thought = textOf(message.thinking)
  const said = textOf(message.content)
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : []
  return [
    ...(thought ? [{ type: 'reasoning-delta' as const, id: 'thinking', delta: thought }] : []),
    ...(said ? [{ type: 'text-delta' as const, id: 'text', delta: said }] : []),
    ...calls.map((call) => callOf(call, state)),
  ]
}

function callOf(call: unknown, state: { calls: number }): StreamPart {
  const wanted = isFields(call) && isFields(call.function) ? call.function : {}
  const { name, arguments: input } = wanted
  state.calls += 1
  return {
    type: 'tool-call',
    toolCallId: `call_${state.calls}`,
    toolName: textOf(name),
    input: typeof input === 'string' ? input : JSON.stringify(input ?? {}),
  }
}

function finishOf(event: Fields): Finish {
  const raw = textOf(event.done_reason) || 'stop'
  const { prompt_eval_count: input, eval_count: output } = event
  return {
    type: 'finish',
    finishReason: { unified: raw === 'length' ? 'length' : 'stop', raw },
    usage: {
      inputTokens: { total: count(input), noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: count(output), text: undefined, reasoning: undefined },
    },
  }
}

function fieldsIn(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const count = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
