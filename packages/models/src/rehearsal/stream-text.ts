import type { AbortSignal } from '@convene/engine'

export type Pause = (ms: number) => Promise<void>

const WORDS_OF_PART = 3

/** A text in small parts, spread over about `totalMs`. Ends early when aborted. */
export async function* streamText(
  text: string,
  totalMs: number,
  pause: Pause,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const parts = text.match(new RegExp(`(?:\\s*\\S+){1,${WORDS_OF_PART}}\\s*`, 'g')) ?? []
  const each = parts.length === 0 ? 0 : totalMs / parts.length
  for (const part of parts) {
    if (each > 0) await untilAborted(pause(each), signal)
    if (signal.aborted) return
    yield part
  }
}

function untilAborted(waiting: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const done = (): void => {
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done, { once: true })
    waiting.then(done, reject)
  })
}
