import type { CallRefusal, Client, ListedSessionRow } from '@convene/protocol'
import { useEffect, useState } from 'react'
import { useClient } from './client.ts'
import { watchSessions } from './watch-sessions.ts'

export type Filter = 'all' | 'needs-you' | 'active' | 'done' | 'failed'

export type SessionList = {
  readonly rows: readonly ListedSessionRow[]
  /** `refused`: the server answers but rejects this page. */
  readonly state: 'loading' | 'ready' | 'unreachable' | 'refused'
}

const empty: SessionList = { rows: [], state: 'loading' }

/** Limits the list to one folder or one team. */
export type ListScope = { readonly workspace?: string; readonly team?: string }

/** No limit. */
export const unscoped: ListScope = {}

type Listing = { readonly query: string; readonly filter: Filter; readonly scope: ListScope }

/** The sessions that match a search, a filter and a scope, kept up to date. */
export function useSessionList(query: string, filter: Filter, scope: ListScope = unscoped): SessionList {
  const client = useClient()
  const [list, setList] = useState(empty)
  useEffect(() => followSessions(client, { query, filter, scope }, setList), [client, query, filter, scope])
  return list
}

/** Loads the list, then follows it. Returns an unsubscribe function. */
export function followSessions(
  client: Client,
  { query, filter, scope }: Listing,
  change: (next: (before: SessionList) => SessionList) => void,
): () => void {
  const isWhole = query === '' && filter === 'all' && scope === unscoped
  let [isCurrent, wasLost, begun, shown] = [true, false, 0, 0]
  // Changes that arrive while a list is loading: the list may be older than they are.
  const missed = new Set<Change[]>()
  const load = async () => {
    const [number, changes]: [number, Change[]] = [++begun, []]
    missed.add(changes)
    const state = filter === 'all' ? undefined : filter
    const found = await client.sessions({ limit: 200, ...scope, ...(query && { query }), ...(state && { state }) })
    missed.delete(changes)
    if (!isCurrent || number < shown) return
    shown = number
    const items = found.ok ? found.value.items : []
    const rows = changes.filter((each) => !knows(items, each)).reduce(changed, items)
    change(() => (found.ok ? { rows, state: 'ready' } : notListed(found.refusal)))
  }
  const timer = setTimeout(() => void load(), query ? 150 : 0)
  const stop = watchSessions(client, {
    change: (each) => {
      if (!isWhole) return void load()
      for (const changes of missed) changes.push(each)
      change((before) => ({ ...before, rows: changed(before.rows, each) }))
    },
    connection: (state) => {
      if (state === 'live' && wasLost) void load()
      wasLost = state !== 'live'
    },
  })
  return () => {
    isCurrent = false
    clearTimeout(timer)
    stop()
  }
}

const notListed = ({ status }: CallRefusal): SessionList => ({
  rows: [],
  state: status === 401 ? 'refused' : 'unreachable',
})

type Change = Parameters<Parameters<Client['watch']>[0]['change']>[0]

/** Whether the rows already include a change, and are ahead of it by at least this many events. */
const knows = (rows: readonly ListedSessionRow[], change: Change, by = 0): boolean =>
  change.type === 'session' && rows.some(({ id, seq }) => id === change.session.id && seq >= change.session.seq + by)

/** The rows after a change: pinned first, then newest. A change older than its row is ignored. */
export function changed(rows: readonly ListedSessionRow[], change: Change): readonly ListedSessionRow[] {
  if (change.type === 'deleted') return rows.filter(({ id }) => id !== change.id)
  if (knows(rows, change, 1)) return rows
  const others = rows.filter(({ id }) => id !== change.session.id)
  return [...others, change.session].sort(
    (one, other) => Number(other.pinned) - Number(one.pinned) || other.updatedAt.localeCompare(one.updatedAt),
  )
}
