import type { EffectKey, Event, SessionId } from '@convene/domain'
import { type Engine, type EventLog, readPublic } from '@convene/engine'

/** Events passed on in order, each one once. */
export type Passed = {
  delta(effect: EffectKey, kind: 'text' | 'reasoning', text: string): void
  /** Needed because a session may be stored as idle a moment before its events are passed on. */
  upTo(last: number): Promise<void>
  /** Resolves once an event after this one has been passed on. */
  beyond(last: number): Promise<void>
  end(): void
}

type Passing = {
  readonly session: SessionId
  readonly after: number
  readonly watcher: {
    events(batch: readonly Event[]): void
    delta?: Passed['delta']
    notice?(text: string): void
  }
  /** Called after each batch, with the number of its last event. */
  passed(seq: number): void
}

/** Follows a session. Two of these for one watcher would show everything twice. */
export function passOn(engine: Engine, log: EventLog, { session, after, watcher, passed }: Passing): Passed {
  let seq = after
  let waiting: (() => void)[] = []
  const pass = (batch: readonly Event[]) => {
    const fresh = batch.filter((event) => event.seq > seq)
    seq = fresh.at(-1)?.seq ?? seq
    if (fresh.length > 0) watcher.events(fresh)
    for (const look of waiting) look()
    if (fresh.length > 0) passed(seq)
  }
  const delta: Passed['delta'] = (effect, kind, text) => watcher.delta?.(effect, kind, text)
  const end = engine.follow(session, after, {
    batch: pass,
    delta,
    trouble: ({ message }) => watcher.notice?.(message),
  })
  const beyond = (last: number) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (seq <= last) return
        waiting = waiting.filter((each) => each !== look)
        resolve()
      }
      waiting = [...waiting, look]
      look()
    })
  const upTo = async (last: number) => {
    if (seq < last) pass(await readPublic(log, session, { after: seq }))
  }
  return { delta, end, beyond, upTo }
}
