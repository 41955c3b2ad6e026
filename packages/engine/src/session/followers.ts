import type { Event, SessionId } from '@convene/domain'
import type { EngineFeed } from '../engine.ts'
import type { EventLog, StorageFailure } from '../ports/event-log.ts'
import type { Ports } from '../ports/ports.ts'
import type { LiveText } from '../ports/text-elsewhere.ts'
import { publicEvents } from './public-events.ts'
import { endedCalls, RemoteText } from './remote-text.ts'

const READ_AGAIN_MS = 1_000

type Follower = {
  readonly feed: EngineFeed
  seq: number
  state: 'reading' | 'stale' | 'live' | 'ended'
  /** Live text received while the log was read: its call may be in that part of the log. */
  held: LiveText[]
  /** How much it has received of the text of each call in another process. */
  readonly told: Map<string, number>
}

/** The followers of a session, and what they receive from the process working on it, if that is another one. */
type Watched = { readonly followers: Set<Follower>; readonly remote: RemoteText; unlisten?: () => void }

type Read = (after: number) => Promise<readonly Event[]>

/** Which followers watch which session. All see the same order, without gaps or repeats, wherever the session runs. */
export class Followers {
  readonly #log: EventLog
  readonly #ports: Pick<Ports, 'clock' | 'elsewhere'>
  readonly #watched = new Map<SessionId, Watched>()

  constructor({ log, ...ports }: Pick<Ports, 'log' | 'clock' | 'elsewhere'>) {
    this.#log = log
    this.#ports = ports
  }

  /** Reads the events after `after`, then passes on the live text so far, and new events. */
  add(session: SessionId, after: number, feed: EngineFeed, said: readonly LiveText[] = []): () => void {
    const follower: Follower = { feed, seq: after, state: 'live', held: [...said], told: new Map() }
    const watched = this.#watched.get(session) ?? { followers: new Set(), remote: new RemoteText() }
    this.#watched.set(session, watched)
    watched.followers.add(follower)
    void this.#read(session, follower)
    if (feed.delta) watched.unlisten ??= this.#listen(session, watched)
    return () => {
      follower.state = 'ended'
      watched.followers.delete(follower)
      if (watched.followers.size > 0 || this.#watched.get(session) !== watched) return
      this.#watched.delete(session)
      watched.unlisten?.()
    }
  }

  /** No more live text from other processes. */
  close(): void {
    for (const { unlisten } of this.#watched.values()) unlisten?.()
  }

  /** Passes on an append. A follower that is still reading the log, or has missed something, will find it there. */
  publish(session: SessionId, events: readonly Event[]): void {
    for (const follower of this.#followersOf(session)) {
      if (follower.state === 'live' && follows(follower, events)) this.#deliver(session, follower, events)
      else void this.#read(session, follower)
    }
  }

  /** Passes on live text, never before the event that began its call. */
  delta(session: SessionId, said: LiveText): void {
    for (const follower of this.#followersOf(session)) {
      if (follower.state === 'live' && follower.held.length === 0) tell(follower, said)
      else follower.held.push(said)
    }
  }

  trouble(session: SessionId, failure: StorageFailure): void {
    for (const { feed } of this.#followersOf(session)) feed.trouble?.(failure)
  }

  /** Another process has appended something: read on, except in sessions it did not change or that run here. */
  refresh(isCurrent: (session: SessionId) => boolean): void {
    for (const [session, { followers }] of this.#watched) {
      if (isCurrent(session)) continue
      const read = this.#once(session)
      for (const follower of followers) void this.#read(session, follower, read)
    }
  }

  get watched(): boolean {
    return this.#watched.size > 0
  }

  #followersOf(session: SessionId): Iterable<Follower> {
    return this.#watched.get(session)?.followers ?? []
  }

  /** Live text from the process working on the session. Stored events come from the log in any case. */
  #listen(session: SessionId, { followers, remote }: Watched): (() => void) | undefined {
    return this.#ports.elsewhere?.follow(session, (piece) => {
      remote.take(piece)
      for (const follower of followers) tellRemote(follower, remote)
    })
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
      if (events) this.#deliver(session, follower, events)
      else this.#ports.clock.after(READ_AGAIN_MS, () => void this.#read(session, follower))
      hasRead = events !== undefined
    } while (isStale(follower))
    if (isEnded(follower)) return
    follower.state = 'live'
    if (!hasRead) return
    for (const said of follower.held.splice(0)) tell(follower, said)
    const remote = this.#watched.get(session)?.remote
    if (remote) tellRemote(follower, remote)
  }

  /** Whole appends only: half a reaction is never visible. */
  #deliver(session: SessionId, follower: Follower, events: readonly Event[]): void {
    const fresh = events.filter(({ seq }) => seq > follower.seq)
    const last = fresh.at(-1)
    if (!last) return
    follower.seq = last.seq
    if (follower.held.length > 0) forgetEnded(follower, fresh)
    this.#watched.get(session)?.remote.end(fresh)
    follower.feed.batch(publicEvents(fresh))
  }
}

const follows = (follower: Follower, events: readonly Event[]): boolean => (events[0]?.seq ?? 0) <= follower.seq + 1

/** The log has everything about a call that has ended: its live text would repeat it. */
function forgetEnded(follower: Follower, events: readonly Event[]): void {
  const ended = new Set(events.flatMap(endedCalls))
  follower.held = follower.held.filter(({ effect }) => !ended.has(effect))
}

/** Never before the event that began the call, and not while the log is read. */
function tellRemote(follower: Follower, remote: RemoteText): void {
  if (follower.state !== 'live' || !follower.feed.delta) return
  for (const said of remote.untold(follower.seq, follower.told)) tell(follower, said)
}

function tell({ feed, state }: Follower, { effect, kind, text }: LiveText): void {
  if (state !== 'ended') feed.delta?.(effect, kind, text)
}

const isEnded = ({ state }: Follower): boolean => state === 'ended'
const isStale = ({ state }: Follower): boolean => state === 'stale'
