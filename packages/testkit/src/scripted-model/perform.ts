import { estimateTokens, items, type ModelRequest, type Usage } from '@convene/domain'
import type { AbortSignal, ModelPart } from '@convene/engine'
import { cut } from '../model-server/cut.ts'
import type { ScriptLine } from './line.ts'

/** The parts of one line, until its end or an abort. */
export async function* perform(
  line: ScriptLine,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelPart, void, undefined> {
  const { delay } = line
  if (delay) await until(signal, (ring) => delay.clock.after(delay.ms, ring))
  for (const part of partsOf(line, request)) {
    if (signal.aborted) return
    yield part
  }
  if (line.end.kind === 'hang') await until(signal, () => () => {})
}

function* partsOf(line: ScriptLine, request: ModelRequest): Generator<ModelPart> {
  if (line.reasoning) yield { type: 'reasoning', text: line.reasoning }
  for (const text of cut(line.text, line.parts)) yield { type: 'text', text }
  if (line.end.kind === 'failure') {
    const { kind: _, ...failure } = line.end
    yield { type: 'failed', ...failure }
  }
  if (line.end.kind !== 'finish') return
  if (isEmpty(line)) yield empty
  else {
    for (const call of line.calls) yield { type: 'call', ...call }
    yield { type: 'finish', finish: line.end.finish, usage: usageOf(line, request) }
  }
}

const isEmpty = (line: ScriptLine): boolean =>
  line.end.kind === 'finish' && line.end.finish !== 'length' && line.text.trim() === '' && line.calls.length === 0

const empty: ModelPart = { type: 'failed', code: 'empty_reply', message: 'The script says nothing.', retryable: true }

function usageOf(line: ScriptLine, request: ModelRequest): Usage | null {
  if (line.usage !== undefined) return line.usage
  const said = line.text + line.reasoning + line.calls.map((call) => JSON.stringify(call.input)).join('')
  return { input: sizeOf(request), cached: 0, output: estimateTokens(said) }
}

function sizeOf(request: ModelRequest): number {
  let size = estimateTokens(request.system)
  for (const line of items(request.lines)) size += estimateTokens(line.role === 'tool' ? line.output : line.text)
  return size
}

/** Waits for a ring or an abort, whichever comes first, and leaves no listener behind. */
function until(signal: AbortSignal, set: (ring: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      signal.removeEventListener('abort', done)
      cancel()
      resolve()
    }
    const cancel = set(done)
    signal.addEventListener('abort', done, { once: true })
  })
}
