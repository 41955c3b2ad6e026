import type { Clock } from '@convene/engine'
import type { Cleanup } from '../cleanup/cleanup.ts'

/** How long the program works before it tidies up: the first model call goes out before the disk is searched. */
const AFTER_MS = 1_000

/** A cleanup that starts a while after it was requested. */
export type LateCleanup = {
  begin(clock: Pick<Clock, 'after'>): void
  /** Ends it soon, or keeps it from starting. */
  stop(): Promise<void>
}

/** A failed cleanup is not an error: the next process tries again. */
export function lateCleanup(start: () => Promise<Cleanup>): LateCleanup {
  let cancel: (() => void) | undefined
  let running: Promise<Cleanup | undefined> | undefined
  const cleanup = () => {
    running = start().catch(() => undefined)
  }
  return {
    begin: (clock) => {
      cancel ??= clock.after(AFTER_MS, cleanup)
    },
    stop: async () => {
      cancel?.()
      await (await running)?.stop()
    },
  }
}
