import type { Model, ModelPart } from '@convene/engine'
import type { PartReader, PartStream } from '../language-model/language-model.ts'
import { StreamFault } from '../transport/stream-fault.ts'
import type { ProviderAnswer } from './answer.ts'
import { wakeUp } from './wake-up.ts'

type Signal = Parameters<Model['stream']>[1]
type Open = (signal: AbortSignal) => Promise<PartStream>

const GRACE_MS = 1000

/**
 * The parts of an answer as they arrive. It is read ahead of its consumer. Stopping or aborting closes the connection.
 */
export async function* readProviderAnswer(
  answer: ProviderAnswer,
  signal: Signal,
  open: Open,
): AsyncGenerator<ModelPart> {
  if (signal.aborted) return
  const abort = new AbortController()
  const news = wakeUp()
  const stop = () => {
    abort.abort()
    news.ring()
  }
  signal.addEventListener('abort', stop, { once: true })
  void pump(answer, abort, open, news.ring)
  try {
    while (!signal.aborted) {
      if (answer.hasNews) yield* answer.take()
      else if (answer.ended) return
      else await news.heard()
    }
  } finally {
    signal.removeEventListener('abort', stop)
    if (!answer.ended) abort.abort()
  }
}

/** Never rejects: any error ends the answer. */
async function pump(answer: ProviderAnswer, abort: AbortController, open: Open, ring: () => void): Promise<void> {
  let impatience: NodeJS.Timeout | undefined
  try {
    const reader = (await open(abort.signal)).getReader()
    answer.opened = true
    while (!answer.ended) {
      const { value } = await reader.read()
      if (value) answer.add(value)
      else answer.close()
      // After an error only the usage can follow, and some servers send neither that nor an end.
      if (answer.isFailing) impatience ??= cancelSoon(reader)
      if (answer.hasNews) ring()
    }
    // Read to its end: there is nothing left to abort, and an abort would cost creating an error.
    if (answer.finished) return await drain(reader)
  } catch (error) {
    if (!answer.ended) failWith(answer, error)
    ring()
  } finally {
    clearTimeout(impatience)
  }
  abort.abort()
}

/** Models that users bring may throw anything. If reading the error threw, the answer would never end. */
function failWith(answer: ProviderAnswer, error: unknown): void {
  try {
    answer.fail(error)
  } catch {
    answer.fail(new StreamFault('protocol', 'the call failed with an error that cannot be read'))
  }
}

/** A connection read to its end can be reused, but not one that keeps sending after its end marker. */
async function drain(reader: PartReader): Promise<void> {
  const impatience = cancelSoon(reader)
  while (!(await reader.read()).done);
  clearTimeout(impatience)
}

const cancelSoon = (reader: PartReader): NodeJS.Timeout =>
  setTimeout(() => reader.cancel().catch(() => {}), GRACE_MS).unref()
