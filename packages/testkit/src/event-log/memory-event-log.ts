import { hash } from 'node:crypto'
import {
  assert,
  Chain,
  type ChainHead,
  type Event,
  parseEvent,
  recordedIn,
  type SessionId,
  toWire,
} from '@convene/domain'
import {
  type EventLog,
  type ListedSession,
  LogConflict,
  type Ring,
  refuseUnreadable,
  type SessionPlace,
  type SessionQuery,
  type SessionRow,
  type SessionSort,
  type Snapshot,
} from '@convene/engine'
import { matches } from './match-words.ts'

type Stored = { readonly events: string[]; readonly links: ChainHead[]; chain?: Chain; row: string; snapshot?: string }

type Watcher = { readonly ring: Ring; readonly own: boolean }

/** Shared by several memory logs, as several processes share a database. */
export type MemoryStorage = {
  readonly sessions: Map<SessionId, Stored>
  readonly watchers: Set<Set<Watcher>>
}

export const memoryStorage = (): MemoryStorage => ({ sessions: new Map(), watchers: new Set() })

export type MemoryAppend = {
  readonly session: SessionId
  readonly expectedSeq: number
  readonly events: readonly Event[]
  readonly row: SessionRow
}

/** A throw before the append stores nothing. A throw after it is a crash between commit and acknowledgement. */
export type MemoryFaults = {
  beforeAppend?(append: MemoryAppend): void | Promise<void>
  afterAppend?(append: MemoryAppend): void | Promise<void>
}

/**
 * A log without a disk that keeps the port's promises: it stores JSON, so `Infinity` and `undefined` are lost as in a
 * database, refuses events that could not be read back, and waits in microtasks only.
 */
export function memoryEventLog(options: { storage?: MemoryStorage; faults?: MemoryFaults } = {}): EventLog {
  const storage = options.storage ?? memoryStorage()
  const own = new Set<Watcher>()
  storage.watchers.add(own)
  return {
    ...writes(storage, own, options.faults ?? {}),
    ...reads(storage),
    ...lists(storage),
    watch(ring, options = {}) {
      const watcher = { ring, own: options.own ?? false }
      own.add(watcher)
      return () => own.delete(watcher)
    },
    async close() {
      storage.watchers.delete(own)
    },
  }
}

function writes(
  storage: MemoryStorage,
  own: Set<Watcher>,
  faults: MemoryFaults,
): Pick<EventLog, 'append' | 'keep' | 'remove'> {
  return {
    async append(session, expectedSeq, events, row) {
      const append = { session, expectedSeq, events, row }
      await faults.beforeAppend?.(append)
      store(storage, append)
      ringAll(storage, own, new Set([session]))
      await faults.afterAppend?.(append)
    },
    async keep(session, snapshot) {
      const stored = storage.sessions.get(session)
      if (stored) stored.snapshot = JSON.stringify(snapshot)
    },
    async remove(session) {
      storage.sessions.delete(session)
      ringAll(storage, own)
    },
  }
}

function reads(storage: MemoryStorage): Pick<EventLog, 'read' | 'stored' | 'links' | 'head' | 'snapshot'> {
  return {
    async read(session, after = 0, limit = Number.POSITIVE_INFINITY) {
      const texts = storage.sessions.get(session)?.events ?? []
      return texts.slice(after, after + limit).map((text) => parseEvent(JSON.parse(text)))
    },
    async stored(session) {
      return (storage.sessions.get(session)?.events ?? []).map((text) => toWire(JSON.parse(text) as Event))
    },
    async links(session, from = 0) {
      return (storage.sessions.get(session)?.links ?? []).filter(({ seq }) => seq >= from)
    },
    async head(session) {
      return storage.sessions.get(session)?.events.length ?? 0
    },
    async snapshot(session) {
      const text = storage.sessions.get(session)?.snapshot
      return text === undefined ? undefined : (JSON.parse(text) as Snapshot)
    },
  }
}

function lists(storage: MemoryStorage): Pick<EventLog, 'list' | 'find' | 'due' | 'decisions'> {
  return {
    async list(query) {
      return listed(storage, query)
    },
    async find(part) {
      const newestFirst = rowsOf(storage).sort((a, b) => b.createdAt - a.createdAt)
      const ids = newestFirst.map((row) => row.id).filter((id) => id.toUpperCase().includes(part.toUpperCase()))
      return ids.slice(0, 10)
    },
    async decisions() {
      const texts = [...storage.sessions.values()].map(({ events }) => events)
      const decisions = texts.flatMap((events) => recordedIn(events.map((text) => parseEvent(JSON.parse(text)))))
      return decisions.toSorted((one, other) => one.at - other.at)
    },
    async due(at) {
      const waiting = rowsOf(storage).filter((row) => row.wakeAt !== null && row.wakeAt <= at)
      return waiting.sort((a, b) => (a.wakeAt ?? 0) - (b.wakeAt ?? 0)).map((row) => row.id)
    },
  }
}

function store(storage: MemoryStorage, { session, expectedSeq, events, row }: MemoryAppend): void {
  const stored = storage.sessions.get(session) ?? { events: [], links: [], row: '' }
  if (stored.events.length !== expectedSeq) {
    throw new LogConflict(`Session ${session} is at ${stored.events.length}, not at ${expectedSeq}.`)
  }
  assert(
    events.every(({ seq }, index) => seq === expectedSeq + index + 1),
    'an append must continue where the log ends',
  )
  const texts = events.map((event) => JSON.stringify(event))
  refuseUnreadable(events)
  link(stored, session, events)
  stored.events.push(...texts)
  stored.row = JSON.stringify(row)
  storage.sessions.set(session, stored)
}

/** As every log does it: one link per append. */
function link(stored: Stored, session: SessionId, events: readonly Event[]): void {
  stored.chain ??= new Chain(session, (text) => hash('sha256', text, 'hex'))
  for (const event of events) {
    const { link: newest } = stored.chain.add(event)
    if (stored.links.at(-1)?.seq === event.seq - 1 && event.batch !== event.seq) stored.links.pop()
    stored.links.push({ seq: event.seq, link: newest })
  }
}

function ringAll(storage: MemoryStorage, changed: Set<Watcher>, which?: ReadonlySet<SessionId>): void {
  for (const watchers of storage.watchers)
    for (const { ring, own } of watchers) if (own || watchers !== changed) queueMicrotask(() => ring(which))
}

function rowsOf(storage: MemoryStorage): ListedSession[] {
  return [...storage.sessions].map(([id, stored]) => ({
    ...(JSON.parse(stored.row) as SessionRow),
    id,
    seq: stored.events.length,
  }))
}

function listed(storage: MemoryStorage, query: SessionQuery): readonly ListedSession[] {
  return rowsOf(storage)
    .filter((row) => query.state === undefined || row.phase === query.state)
    .filter((row) => !query.waiting || row.asks > 0)
    .filter((row) => !query.active || !resting.includes(row.phase))
    .filter((row) => !query.moving || row.moves)
    .filter((row) => query.ids === undefined || query.ids.includes(row.id))
    .filter((row) => query.team === undefined || row.team === query.team)
    .filter((row) => query.workspace === undefined || row.workspace === query.workspace)
    .filter((row) => query.tag === undefined || row.tags.includes(query.tag))
    .filter((row) => query.exceptTag === undefined || !row.tags.includes(query.exceptTag))
    .filter((row) => query.before === undefined || byPlace(query.before, row) < 0)
    .filter((row) => query.query === undefined || matches(query.query, documentsOf(storage, row)))
    .sort((a, b) => Number(b.pinned) - Number(a.pinned) || bySort(a, b, query.sort ?? 'changed') || byChange(a, b))
    .slice(0, query.limit)
    .map((row) => withPlace(storage, row, query.query))
}

/** The position of the newest append whose messages match. */
function withPlace(storage: MemoryStorage, row: ListedSession, query: string | undefined): ListedSession {
  if (query === undefined || query.trim() === '') return row
  const appends = Map.groupBy(eventsOf(storage, row), ({ batch }) => batch)
  const found = [...appends.values()].findLast((events) => matches(query, [messagesIn(events).join('\n')]))
  const [first, last] = [found?.[0], found?.at(-1)]
  return first && last ? { ...row, found: { from: first.seq, to: last.seq } } : row
}

const resting: readonly string[] = ['idle', 'paused', 'completed', 'cancelled', 'failed']

const byPlace = (a: SessionPlace, b: SessionPlace): number => Number(b.pinned) - Number(a.pinned) || byChange(a, b)

const byChange = (a: SessionPlace, b: SessionPlace): number =>
  b.updatedAt - a.updatedAt || (a.id === b.id ? 0 : a.id < b.id ? 1 : -1)

/** Missing values come last. */
const falling = (a: number | null, b: number | null): number => (b ?? -1) - (a ?? -1)

function bySort(a: ListedSession, b: ListedSession, sort: SessionSort): number {
  if (sort === 'created') return b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)
  if (sort === 'cost') return falling(a.costUsd, b.costUsd)
  if (sort === 'tokens') return falling(a.tokens, b.tokens)
  if (sort === 'order') return (a.order ?? Number.MAX_VALUE) - (b.order ?? Number.MAX_VALUE)
  if (sort !== 'title') return 0
  const [first, second] = [asciiLower(a.title), asciiLower(b.title)]
  return first < second ? -1 : first > second ? 1 : 0
}

/** Same as SQLite's case-insensitive comparison. */
const asciiLower = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

function documentsOf(storage: MemoryStorage, row: ListedSession): readonly string[] {
  return [`${row.title}\n${row.goal}`, ...messagesIn(eventsOf(storage, row))]
}

const eventsOf = (storage: MemoryStorage, { id }: ListedSession): readonly Event[] =>
  (storage.sessions.get(id)?.events ?? []).map((text) => JSON.parse(text) as Event)

const messagesIn = (events: readonly Event[]): readonly string[] =>
  events.flatMap((event) => (event.type === 'message' ? [event.data.text] : []))
