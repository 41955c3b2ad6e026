import type { EffectKey, Event, SessionId } from '@convene/domain'
import type { Feed } from '../engine.ts'
import type { Clock } from '../ports/clock.ts'
import type { EventLog, StorageFailure } from '../ports/event-log.ts'
import { publicEvents } from './public-events.ts'

const READ_AGAIN_MS = 1_000

/** A chunk of live text: not in the log, and after the event that began its call. */
export type LiveText = { readonly effect: EffectKey; readonly kind: 'text' | 'reasoning'; readonly text: string }

type Follower = {
  readonly feed: Feed
  seq: number
  state: 'reading' | 'stale' | 'live' | 'ended'
  /** Live text received while the log was read: its call may be in that part of the log. */
  held: LiveText[]
}

type Read = (after: number) => Promise<readonly Event[]>

/** Which followers watch which session. All see the same order, without gaps or repeats, wherever the session runs. */
export class Followers {
  readonly #log: EventLog
  readonly #clock: Clock
  readonly #followers = new Map<SessionId, Set<Follower>>()

  constructor({ log, clock }: { readonly log: EventLog; readonly clock: Clock }) {
    this.#log = log
    this.#clock = clock
  }

  /** Reads the events after `after`, then passes on the live text so far, and new events. */
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

  /** Passes on an append. A follower that still reads the log, or has missed something, will find it there. */
  publish(session: SessionId, events: readonly Event[]): void {
    for (const follower of this.#followers.get(session) ?? []) {
      if (follower.state === 'live' && follows(follower, events)) deliver(follower, events)
      else void this.#read(session, follower)
    }
  }

  /** Passes on live text, never before the event that began its call. */
  delta(session: SessionId, said: LiveText): void {
    for (const follower of this.#followers.get(session) ?? []) {
      if (follower.state === 'live' && follower.held.length === 0) tell(follower, said)
      else follower.held.push(said)
    }
  }

  trouble(session: SessionId, failure: StorageFailure): void {
    for (const { feed } of this.#followers.get(session) ?? []) feed.trouble?.(failure)
  }

  /** Another process has appended something: read on, except in the sessions that it did not change or that run here. */
  refresh(isCurrent: (session: SessionId) => boolean): void {
    for (const [session, watching] of this.#followers) {
      if (isCurrent(session)) continue
      const read = this.#once(session)
      for (const follower of watching) void this.#read(session, follower, read)
    }
  }

  get watched(): boolean {
    return this.#followers.size > 0
  }

  /** Followers that request the same part at the same time share one read. */
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

/** Whole appends only: half a reaction is never visible. */
function deliver(follower: Follower, events: readonly Event[]): void {
  const fresh = events.filter(({ seq }) => seq > follower.seq)
  const last = fresh.at(-1)
  if (!last) return
  follower.seq = last.seq
  if (follower.held.length > 0) forgetEnded(follower, fresh)
  follower.feed.batch(publicEvents(fresh))
}

/** The log has everything of a call that has ended: its live text would repeat it. */
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
