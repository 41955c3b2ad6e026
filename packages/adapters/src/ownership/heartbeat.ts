import type { Clock } from '@convene/engine'

export type Heartbeat = { start(): void; stop(): void }

const beatMs = 2_000

/** Beats now and every two seconds, from `start` to `stop`. */
export function heartbeat(clock: Pick<Clock, 'after'>, beat: () => void): Heartbeat {
  let cancel: (() => void) | undefined
  const next = () => {
    beat()
    cancel = clock.after(beatMs, next)
  }
  return {
    start() {
      if (!cancel) next()
    },
    stop() {
      cancel?.()
      cancel = undefined
    },
  }
}
