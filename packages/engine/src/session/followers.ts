import type { EffectKey, Event, SessionId } from '@convene/domain'
import type { Feed } from '../engine.ts'
import type { Clock } from '../ports/clock.ts'
import type { EventLog, StorageFailure } from '../ports/event-log.ts'
import { publicEvents } from './public-events.ts'

const READ_AGAIN_MS = 1_000

/** A piece of live text: in no log, and behind the event that began its call. */
export type LiveText = { readonly effect: EffectKey; readonly kind: 'text' | 'reasoning'; readonly text: string }

type Follower = {
  readonly feed: Feed
  seq: number
  state: 'reading' | 'stale' | 'live' | 'ended'
  /** Live text that came while the log was read: its call may be in what is being read. */
  held: LiveText[]
}

type Read = (after: number) => Promise<readonly Event[]>

/** Who watches which session. Everybody sees the same order, without gap or repeat, wherever the session runs. */
export class Followers {
  readonly #log: EventLog
  readonly #clock: Clock
  readonly #followers = new Map<SessionId, Set<Follower>>()

  constructor({ log, clock }: { readonly log: EventLog; readonly clock: Clock }) {
    this.#log = log
    this.#clock = clock
  }

  /** Reads what is there after `after`, then passes on what was said so far, and what comes. */
  add(session: SessionId, after: number, feed: Feed, said: readonly LiveText[] = []): () => void {
    const follower: Follower = { feed, seq: after, state: 'live', held: [...said] }
    const watching = this.#followers.get(session) ?? new Set()
    this.#followers.set(session, watching.add(follower))
    void this.#read(session, follower)
    return () => {
      follower.state = 'ended'
      watching.delete(follower)
      if (watching.size === 0) this.#followers.delete(session)
    }
  }

  /** Passes an append on. A follower that still reads the log, or has missed something, will find it there. */
  publish(session: SessionId, events: readonly Event[]): void {
    for (const follower of this.#followers.get(session) ?? []) {
      if (follower.state === 'live' && follows(follower, events)) deliver(follower, events)
      else void this.#read(session, follower)
    }
  }

  /** Passes live text on, never before the event that began its call. */
  delta(session: SessionId, said: LiveText): void {
    for (const follower of this.#followers.get(session) ?? []) {
      if (follower.state === 'live' && follower.held.length === 0) tell(follower, said)
      else follower.held.push(said)
    }
  }

  trouble(session: SessionId, failure: StorageFailure): void {
    for (const { feed } of this.#followers.get(session) ?? []) feed.trouble?.(failure)
  }

  /** Another process has appended something somewhere: read on in the sessions that nobody publishes here. */
  refresh(isLive: (session: SessionId) => boolean): void {
    for (const [session, watching] of this.#followers) {
      if (isLive(session)) continue
      const read = this.#once(session)
      for (const follower of watching) void this.#read(session, follower, read)
    }
  }

  get watched(): boolean {
    return this.#followers.size > 0
  }

  /** Followers that ask at one moment for the same part are given one reading of it. */
  #once(session: SessionId): Read {
    const readings = new Map<number, Promise<readonly Event[]>>()
    return (after) => {
      const reading = readings.get(after) ?? this.#log.read(session, after)
      readings.set(after, reading)
      return reading
    }
  }

  async #read(session: SessionId, follower: Follower, first?: Read): Promise<void> {
    if (follower.state !== 'live') {
      if (follower.state === 'reading') follower.state = 'stale'
      return
    }
    let read = first ?? ((after: number) => this.#log.read(session, after))
    let hasRead = false
    do {
      follower.state = 'reading'
      const events = await read(follower.seq).catch(() => undefined)
      read = (after) => this.#log.read(session, after)
      if (isEnded(follower)) return
      if (events) deliver(follower, events)
      else this.#clock.after(READ_AGAIN_MS, () => void this.#read(session, follower))
      hasRead = events !== undefined
    } while (isStale(follower))
    if (isEnded(follower)) return
    follower.state = 'live'
    if (hasRead) letGo(follower)
  }
}

const follows = (follower: Follower, events: readonly Event[]): boolean => (events[0]?.seq ?? 0) <= follower.seq + 1

/** Whole appends only: nobody ever sees half of a reaction. */
function deliver(follower: Follower, events: readonly Event[]): void {
  const fresh = events.filter(({ seq }) => seq > follower.seq)
  const last = fresh.at(-1)
  if (!last) return
  follower.seq = last.seq
  if (follower.held.length > 0) forgetEnded(follower, fresh)
  follower.feed.batch(publicEvents(fresh))
}

/** Of a call that has ended the log has everything: its live text would be said again behind it. */
function forgetEnded(follower: Follower, events: readonly Event[]): void {
  const ended = new Set(events.flatMap(endedBy))
  follower.held = follower.held.filter(({ effect }) => !ended.has(effect))
}

function endedBy({ type, data }: Event): readonly EffectKey[] {
  const isEnd =
    type === 'model.replied' || type === 'model.failed' || type === 'effect.aborted' || type === 'effect.lost'
  return isEnd ? [data.effect] : []
}

function letGo(follower: Follower): void {
  for (const said of follower.held.splice(0)) tell(follower, said)
}

function tell({ feed, state }: Follower, { effect, kind, text }: LiveText): void {
  if (state !== 'ended') feed.delta?.(effect, kind, text)
}

const isEnded = ({ state }: Follower): boolean => state === 'ended'
const isStale = ({ state }: Follower): boolean => state === 'stale'
