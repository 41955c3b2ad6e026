import type { Clock } from '@convene/engine'
import type { Sweep } from '../disposal/sweep.ts'

/** How long the program works before it tidies up: the first call goes out before anything is looked for on disk. */
const AFTER_MS = 1_000

/** A sweep that begins a while after it was asked for. */
export type LateSweep = {
  begin(clock: Pick<Clock, 'after'>): void
  /** Ends it soon, or keeps it from beginning. */
  stop(): Promise<void>
}

/** What cannot be swept is no failure: the next program tries again. */
export function lateSweep(start: () => Promise<Sweep>): LateSweep {
  let cancel: (() => void) | undefined
  let sweeping: Promise<Sweep | undefined> | undefined
  const sweep = () => {
    sweeping = start().catch(() => undefined)
  }
  return {
    begin: (clock) => {
      cancel ??= clock.after(AFTER_MS, sweep)
    },
    stop: async () => {
      cancel?.()
      await (await sweeping)?.stop()
    },
  }
}
