import { type Event, fromWire, type SessionId } from '@convene/domain'
import { type EventLog, type ListedSession, type SessionQuery, StorageFailure } from '@convene/engine'
import type { CallResult, Client, ListedSessionRow } from '@convene/protocol'

const PAGE = 200
const EVENTS = 5_000
/** How many sessions are searched for part of an id, or for what the server cannot search for. */
const MOST_ROWS = 2_000
const MOST_FOUND = 10

/** A server's sessions, readable like those on this machine. Operations that a reader does not need are refused. */
export function remoteLog(client: Client): EventLog {
  const rows = (query: SessionQuery) => listed(client, query)
  return {
    read: (session, after = 0, limit) => eventsOf(client, session, after, limit),
    head: async (session) => {
      const last = await client.events({ id: session, tail: 1 })
      return last.ok ? (last.value.items.at(-1)?.seq ?? 0) : unlessMissing(last, 0)
    },
    watch: (ring) =>
      client.watch({
        change: (change) => ring(new Set([(change.type === 'deleted' ? change.id : change.session.id) as SessionId])),
      }),
    snapshot: async () => undefined,
    keep: async () => {},
    list: rows,
    find: async (part) =>
      (await rows({ limit: MOST_ROWS }))
        .map(({ id }) => id)
        .filter((id) => id.includes(part.toUpperCase()))
        .slice(0, MOST_FOUND),
    append: onlyThere,
    stored: onlyThere,
    links: onlyThere,
    due: onlyThere,
    decisions: onlyThere,
    remove: onlyThere,
    close: async () => {},
  }
}

const onlyThere = async (): Promise<never> => {
  throw new StorageFailure('on_server', 'This works only for sessions on this machine. Add --local.')
}

/** The value of a call, or an error that every reader of a log explains to its user. */
export function answerOrThrow<T>(result: CallResult<T>): T {
  if (result.ok) return result.value
  const { status, code, message } = result.refusal
  const ours: { readonly [status: number]: string } = {
    0: 'The server does not answer. Is this computer online?',
    401: 'The server no longer accepts your login. Log in again with `convene login`.',
  }
  throw new StorageFailure(status === 401 ? 'refused' : code, ours[status] ?? message)
}

const unlessMissing = <T>(result: CallResult<unknown>, otherwise: T): T =>
  !result.ok && result.refusal.status === 404 ? otherwise : (answerOrThrow(result) as T)

async function eventsOf(client: Client, id: SessionId, after: number, limit = Number.MAX_SAFE_INTEGER) {
  const events: Event[] = []
  for (let from = after; events.length < limit; ) {
    const page = await client.events({ id, after: from, limit: Math.min(EVENTS, limit - events.length) })
    const items = page.ok ? page.value.items : unlessMissing<readonly never[]>(page, [])
    const read = items.map(eventOf)
    const last = read.at(-1)?.seq ?? from
    // A server that repeats itself would keep us in this loop forever.
    if (last <= from) break
    events.push(...read)
    from = last
  }
  return events
}

function eventOf(wire: unknown): Event {
  try {
    return fromWire(wire)
  } catch {
    throw new StorageFailure('newer_version', 'The server sent an event that this version cannot read. Update Convene.')
  }
}

async function listed(client: Client, query: SessionQuery): Promise<readonly ListedSession[]> {
  const { limit = MOST_ROWS, tag, exceptTag, sort = 'changed' } = query
  const keeps = ({ tags }: ListedSessionRow) =>
    (tag === undefined || tags.includes(tag)) && (exceptTag === undefined || !tags.includes(exceptTag))
  const isFiltered = tag !== undefined || sort !== 'changed'
  const most = isFiltered ? MOST_ROWS : Math.min(limit, MOST_ROWS)
  const found: ListedSessionRow[] = []
  let before: string | null | undefined
  for (let page = 0; page < MOST_ROWS / PAGE && found.length < most && before !== null; page += 1) {
    const asked = { ...askedOf(query), limit: Math.min(PAGE, most), ...(before && { before }) }
    const { items, next } = answerOrThrow(await client.sessions(asked))
    found.push(...items.filter(keeps))
    before = next
  }
  return found.map(rowOf).sort(orders[sort]).slice(0, limit)
}

const askedOf = ({ query, state, waiting, active, team, workspace }: SessionQuery) => {
  const named = waiting ? 'needs-you' : active ? 'active' : state
  return {
    ...(query !== undefined && { query }),
    ...(named !== undefined && { state: named }),
    ...(team !== undefined && { team }),
    ...(workspace !== undefined && { workspace }),
  }
}

const rowOf = ({ order = null, sentence: _, ...row }: ListedSessionRow): ListedSession => ({
  ...row,
  order,
  id: row.id as SessionId,
  createdAt: Date.parse(row.createdAt),
  updatedAt: Date.parse(row.updatedAt),
  wakeAt: row.wakeAt === null ? null : Date.parse(row.wakeAt),
  moves: false,
})

type Order = (a: ListedSession, b: ListedSession) => number

const pinnedFirst =
  (order: Order): Order =>
  (a, b) =>
    Number(b.pinned) - Number(a.pinned) || order(a, b)

const orders: { readonly [sort in NonNullable<SessionQuery['sort']>]: Order } = {
  changed: pinnedFirst((a, b) => b.updatedAt - a.updatedAt),
  created: pinnedFirst((a, b) => b.createdAt - a.createdAt),
  title: pinnedFirst((a, b) => a.title.localeCompare(b.title)),
  cost: pinnedFirst((a, b) => (b.costUsd ?? 0) - (a.costUsd ?? 0)),
  tokens: pinnedFirst((a, b) => b.tokens - a.tokens),
  order: pinnedFirst((a, b) => (a.order ?? 0) - (b.order ?? 0)),
}
