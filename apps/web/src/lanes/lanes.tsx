import { seatsOf } from '@convene/domain'
import { useMemo, useRef } from 'react'
import { VList, type VListHandle } from 'virtua'
import { ScrollArea } from '../parts/scroll-area.tsx'
import { useGoTo } from '../session/go-to.ts'
import { useSessionStore, useView } from '../session/use-session.ts'
import { useFollowEnd } from '../timeline/follow-end.ts'
import { ToEndButton } from '../timeline/to-end-button.tsx'
import { LaneHead } from './lane-head.tsx'
import { LaneRowView } from './lane-row.tsx'
import { type LaneRow, laneAgents, laneRows } from './rows.ts'

/** A column for each agent, with what they say and do; rounds as bands across. */
export function Lanes() {
  const order = useView((view) => view.order)
  const team = useView(({ session }) => session.run?.team)
  const store = useSessionStore()
  const rows = useMemo(() => laneRows(store.getState().view, order), [store, order])
  const agents = useMemo(() => laneAgents(team ? seatsOf(team).map(({ slug }) => slug) : [], rows), [team, rows])
  const list = useRef<VListHandle>(null)
  const { isAtEnd, onScroll, toEnd } = useFollowEnd(list, rows.length)
  useGoTo((key) => {
    const index = rowOf(rows, key)
    if (index >= 0) list.current?.scrollToIndex(index, { align: 'start' })
    return index >= 0
  })
  const columns = { gridTemplateColumns: `repeat(${Math.max(1, agents.length)}, minmax(280px, 1fr))` }
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <ScrollArea label="Lanes" className="min-h-0 flex-1 overflow-x-auto overflow-y-hidden">
        <div className="flex h-full flex-col" style={{ minWidth: Math.max(1, agents.length) * 280 }}>
          <div className="grid shrink-0 border-b border-line bg-canvas" style={columns}>
            {agents.map((slug) => (
              <LaneHead key={slug} slug={slug} />
            ))}
          </div>
          <VList ref={list} data={rows as LaneRow[]} onScroll={onScroll} className="min-h-0 flex-1">
            {(row) => <LaneRowView key={row.key} row={row} agents={agents} columns={columns} />}
          </VList>
        </div>
      </ScrollArea>
      {!isAtEnd && <ToEndButton onClick={toEnd} />}
    </div>
  )
}

const rowOf = (rows: readonly LaneRow[], key: string): number =>
  rows.findIndex((row) =>
    row.kind === 'cells' ? Object.values(row.cells).some((cell) => cell.includes(key)) : row.key === key,
  )
