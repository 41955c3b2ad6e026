import type { CallRefusal, Client, SessionRow } from '@convene/protocol'
import { useEffect, useState } from 'react'
import { useClient } from './client.ts'
import { watchSessions } from './watch-sessions.ts'

export type Filter = 'all' | 'needs-you' | 'active' | 'done' | 'failed'

export type SessionList = {
  readonly rows: readonly SessionRow[]
  /** `refused`: the server answers but rejects this page. */
  readonly state: 'loading' | 'ready' | 'unreachable' | 'refused'
}

const empty: SessionList = { rows: [], state: 'loading' }

/** Limits the list to one folder or one team. */
export type Scope = { readonly workspace?: string; readonly team?: string }

const everywhere: Scope = {}

/** The sessions that match a search, a filter and a scope, kept up to date. */
export function useSessionList(query: string, filter: Filter, scope: Scope = everywhere): SessionList {
  const client = useClient()
  const [list, setList] = useState(empty)
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const state = filter === 'all' ? undefined : filter
      const found = await client.sessions({ limit: 200, ...scope, ...(query && { query }), ...(state && { state }) })
      if (!isCurrent) return
      setList(found.ok ? { rows: found.value.items, state: 'ready' } : notListed(found.refusal))
    }
    const timer = setTimeout(() => void load(), query ? 150 : 0)
    const stop = watch(
      client,
      () => void load(),
      (change) => setList(change),
      query === '' && filter === 'all' && scope === everywhere,
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
      stop()
    }
  }, [client, query, filter, scope])
  return list
}

const notListed = ({ status }: CallRefusal): SessionList => ({
  rows: [],
  state: status === 401 ? 'refused' : 'unreachable',
})

function watch(
  client: Client,
  reload: () => void,
  change: (next: (before: SessionList) => SessionList) => void,
  isWhole: boolean,
): () => void {
  let wasLost = false
  return watchSessions(client, {
    change: (each) => (isWhole ? change((before) => ({ ...before, rows: changed(before.rows, each) })) : reload()),
    connection: (state) => {
      if (state === 'live' && wasLost) reload()
      wasLost = state !== 'live'
    },
  })
}

type Change = Parameters<Parameters<Client['watch']>[0]['change']>[0]

/** The rows after a change: pinned first, then newest. */
export function changed(rows: readonly SessionRow[], change: Change): readonly SessionRow[] {
  if (change.type === 'deleted') return rows.filter(({ id }) => id !== change.id)
  const others = rows.filter(({ id }) => id !== change.session.id)
  return [...others, change.session].sort(
    (one, other) => Number(other.pinned) - Number(one.pinned) || other.updatedAt.localeCompare(one.updatedAt),
  )
}
