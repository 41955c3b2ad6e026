import { isFinal } from '@convene/domain'
import type { ListedSessionRow } from '@convene/protocol'
import { runState } from '@convene/reading'
import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { useSessionList } from '../connection/session-list.ts'
import { useMe } from '../people/me.ts'
import { isForMe } from '../people/rights.ts'
import { notify } from '../ui/notify.ts'
import { oneLine } from '../ui/text/neutral.ts'
import { showNeeded } from '../ui/title.ts'
import { underWay } from './under-way.ts'

const useCount = create<{ readonly count: number }>(() => ({ count: 0 }))

/** How many requests wait for the user, over all sessions. */
export const useNeeded = (): number => useCount(({ count }) => count)

/** Counts requests that wait for the user, and notifies about new ones and results while the page is not in view. */
export function NeedsYou() {
  const me = useMe()
  const { rows: all, state } = useSessionList('', 'all')
  const before = useRef<ReadonlyMap<string, number> | null>(null)
  const over = useRef<ReadonlySet<string>>(new Set())
  const since = useRef(Date.now())
  useEffect(() => {
    if (state !== 'ready') return
    const rows = all.map((row) => (isForMe(me, row) ? row : { ...row, asks: 0 }))
    const count = underWay(rows).needed
    useCount.setState({ count })
    showNeeded(count)
    for (const row of newlyWaiting(before.current, rows)) if (!isLookedAt(row.id)) tell(row)
    for (const row of newlyFinished(over.current, rows, since.current)) if (document.hidden) tellResult(row)
    over.current = new Set(rows.filter(({ phase }) => isFinal(phase)).map(({ id }) => id))
    before.current = new Map(rows.map((row) => [row.id, waitingIn(row)]))
  }, [all, state, me])
  return null
}

const waitingIn = ({ phase, asks }: ListedSessionRow): number => (isFinal(phase) ? 0 : asks)

/** Sessions with more waiting requests than before. Empty on the first call. */
export function newlyWaiting(
  before: ReadonlyMap<string, number> | null,
  rows: readonly ListedSessionRow[],
): readonly ListedSessionRow[] {
  return before ? rows.filter((row) => waitingIn(row) > (before.get(row.id) ?? 0)) : []
}

/**
 * Sessions whose run has ended since the last call and since the page opened. A short run may never be listed as
 * active, and a run that ends during the first load is new too.
 */
export const newlyFinished = (
  over: ReadonlySet<string>,
  rows: readonly ListedSessionRow[],
  since: number,
): readonly ListedSessionRow[] =>
  rows.filter(({ id, phase, updatedAt }) => isFinal(phase) && !over.has(id) && Date.parse(updatedAt) >= since)

const isLookedAt = (id: string): boolean => !document.hidden && location.hash.startsWith(`#/session/${id}`)

const tell = (row: ListedSessionRow): void =>
  notify({
    title: 'Convene needs you',
    body: oneLine(row.title || row.goal).slice(0, 120),
    tag: `convene-${row.id}`,
    place: `#/session/${row.id}`,
  })

/** Notifies about a result: the decision and its votes, or the summary. */
const tellResult = (row: ListedSessionRow): void =>
  notify({
    title: `${runState({ ...row, interrupted: row.interrupted }).word}: ${oneLine(row.title || row.goal).slice(0, 80)}`,
    body: oneLine(row.summary).slice(0, 200),
    tag: `convene-${row.id}`,
    place: `#/session/${row.id}/result`,
  })
