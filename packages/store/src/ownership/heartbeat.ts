import type { Clock } from '@convene/engine'

export type Heartbeat = { start(): void; stop(): void }

const beatMs = 2_000

/** Beats every two seconds from `start` to `stop`. The claim that starts it counts as the first beat. */
export function heartbeat(clock: Pick<Clock, 'after'>, beat: () => void): Heartbeat {
  let cancel: (() => void) | undefined
  const next = () => {
    beat()
    cancel = clock.after(beatMs, next)
  }
  return {
    start() {
      cancel ??= clock.after(beatMs, next)
    },
    stop() {
      cancel?.()
      cancel = undefined
    },
  }
}
