import { isFinal } from '@convene/domain'
import type { SessionRow } from '@convene/protocol'
import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { useSessionList } from '../connection/session-list.ts'
import { notify } from '../ui/notify.ts'
import { oneLine } from '../ui/text/neutral.ts'
import { showNeeded } from '../ui/title.ts'
import { underWay } from './under-way.ts'

const useCount = create<{ readonly count: number }>(() => ({ count: 0 }))

/** How many requests wait for the user, over all sessions. */
export const useNeeded = (): number => useCount(({ count }) => count)

/** Counts requests that wait for the user and notifies if the page is not in view. Renders nothing. */
export function NeedsYou() {
  const { rows, state } = useSessionList('', 'all')
  const before = useRef<ReadonlyMap<string, number> | null>(null)
  useEffect(() => {
    if (state !== 'ready') return
    const count = underWay(rows).needed
    useCount.setState({ count })
    showNeeded(count)
    for (const row of newlyWaiting(before.current, rows)) if (!isLookedAt(row.id)) tell(row)
    before.current = new Map(rows.map((row) => [row.id, waitingIn(row)]))
  }, [rows, state])
  return null
}

const waitingIn = ({ phase, asks }: SessionRow): number => (isFinal(phase) ? 0 : asks)

/** Sessions with more waiting requests than before. Empty on the first call. */
export function newlyWaiting(
  before: ReadonlyMap<string, number> | null,
  rows: readonly SessionRow[],
): readonly SessionRow[] {
  return before ? rows.filter((row) => waitingIn(row) > (before.get(row.id) ?? 0)) : []
}

const isLookedAt = (id: string): boolean => !document.hidden && location.hash.startsWith(`#/session/${id}`)

const tell = (row: SessionRow): void =>
  notify({
    title: 'Convene needs you',
    body: oneLine(row.title || row.goal).slice(0, 120),
    tag: `convene-${row.id}`,
    place: `#/session/${row.id}`,
  })
