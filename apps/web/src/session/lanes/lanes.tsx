import { type SeatedTeam, seatsOf } from '@convene/domain'
import { type UIEvent, useMemo, useRef, useState } from 'react'
import { VList } from 'virtua'
import { ListRow } from '../../ui/list-row.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { TABLET, useWide } from '../../ui/use-wide.ts'
import { useLongList } from '../timeline/long-list.ts'
import { typicalHeight } from '../timeline/row-height.ts'
import { ToEndButton } from '../timeline/to-end-button.tsx'
import { useSessionStore, useView } from '../view/use-session.ts'
import { LaneHead, LaneRails } from './lane-head.tsx'
import { LaneRowView } from './lane-row.tsx'
import { asideOf, type LaneRow, type LaneRows, laneAgents, laneRows, rowHeight } from './rows.ts'

const NARROWEST = 192
const NARROWEST_ON_A_PHONE = 304

/** One column per agent, with rounds as bands across. */
export function Lanes() {
  const order = useView((view) => view.order)
  const team = useView(({ session }) => session.run?.team)
  const store = useSessionStore()
  const aside = useMemo(() => asideOf(team), [team])
  const made = useRef<LaneRows>(undefined)
  const { rows } = useMemo(() => {
    made.current = laneRows(store.getState().view, order, aside, made.current)
    return made.current
  }, [store, order, aside])
  const agents = useMemo(() => laneAgents(seatedIn(team, aside), rows), [team, aside, rows])
  const { list, frame, isAtEnd, toEnd } = useLongList(rows[0]?.key, rows.length, (key) => rowOf(rows, key))
  const [height] = useState(() => typicalHeight(rows, (row) => rowHeight(store.getState().view, row, agents.length)))
  const isTogetherNow = rows.findLast((row) => row.kind !== 'strip' || row.isTurn)?.kind === 'cells'
  const narrowest = useWide(TABLET) ? NARROWEST : NARROWEST_ON_A_PHONE
  const columns = { gridTemplateColumns: `repeat(${Math.max(1, agents.length)}, minmax(${narrowest}px, 1fr))` }
  return (
    <div ref={frame} className="relative flex min-h-0 flex-1 flex-col">
      <ScrollArea
        label="Lanes"
        className="@container min-h-0 flex-1 overflow-x-auto overflow-y-hidden max-tablet:snap-x max-tablet:snap-mandatory"
        onScroll={slide}
      >
        <div className="flex h-full flex-col" style={{ minWidth: Math.max(1, agents.length) * narrowest }}>
          {/* Snap points for phones. The lanes scroll inside the list, so they cannot be snap points of this area. */}
          <div aria-hidden className="grid *:snap-start" style={columns}>
            {agents.map((slug) => (
              <i key={slug} />
            ))}
          </div>
          {isTogetherNow ? (
            <div className="grid shrink-0 border-b border-line bg-canvas" style={columns}>
              {agents.map((slug) => (
                <LaneHead key={slug} slug={slug} />
              ))}
            </div>
          ) : (
            <LaneRails agents={agents} />
          )}
          <VList {...list} data={rows as LaneRow[]} item={ListRow} itemSize={height} className="steady min-h-0 flex-1">
            {(row) => <LaneRowView key={row.key} row={row} agents={agents} columns={columns} />}
          </VList>
        </div>
      </ScrollArea>
      {!isAtEnd && <ToEndButton frame={frame} onClick={toEnd} />}
    </div>
  )
}

/** Shared rows stay in view when the lanes scroll sideways. */
const slide = (event: UIEvent<HTMLElement>): void =>
  event.currentTarget.style.setProperty('--moved', `${event.currentTarget.scrollLeft}px`)

const seatedIn = (team: SeatedTeam | undefined, aside: readonly string[]): readonly string[] =>
  team ? seatsOf(team).flatMap(({ slug }) => (aside.includes(slug) ? [] : [slug])) : []

const rowOf = (rows: readonly LaneRow[], key: string): number =>
  rows.findIndex((row) =>
    row.kind === 'cells' ? Object.values(row.cells).some((cell) => cell.includes(key)) : row.key === key,
  )
