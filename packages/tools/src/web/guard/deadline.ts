import type { AbortSignal } from '@convene/engine'
import { raceAbort } from '../../race-abort.ts'

/** Combines a timeout and a caller's abort signal, and records which of them ended it. */
export type Deadline = {
  readonly signal: globalThis.AbortSignal
  readonly ended: 'time' | 'stopped' | undefined
  /** Resolves with the promise, or rejects as soon as the deadline ends. */
  race<T>(work: Promise<T>): Promise<T>
  clear(): void
}

/** Starts the clock. The caller must clear it. */
export function startDeadline(milliseconds: number, signal: AbortSignal): Deadline {
  const controller = new AbortController()
  let ended: Deadline['ended']
  const end = (why: 'time' | 'stopped') => () => {
    ended ??= why
    controller.abort()
  }
  const stop = end('stopped')
  const timer = setTimeout(end('time'), milliseconds)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  return {
    signal: controller.signal,
    get ended() {
      return ended
    },
    race: (work) => raceAbort(work, controller.signal),
    clear: () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    },
  }
}
