import { seatsOf } from '@convene/domain'
import { type UIEvent, useMemo, useRef, useState } from 'react'
import { VList } from 'virtua'
import { ListRow } from '../../ui/list-row.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { TABLET, useWide } from '../../ui/use-wide.ts'
import { useSessionStore, useView } from '../view/use-session.ts'
import { ColumnHead } from './column-head.tsx'
import { useLongList } from './long-list.ts'
import { TranscriptRowView } from './row.tsx'
import { typicalHeight } from './row-height.ts'
import {
  columnAgents,
  rowHeight,
  type TranscriptRow,
  type TranscriptRows,
  transcriptRowOf,
  transcriptRows,
  withoutColumn,
} from './rows.ts'
import { ToEndButton } from './to-end-button.tsx'

const NARROWEST = 192
const NARROWEST_ON_A_PHONE = 304

/** Independent answers next to each other: one column per agent. */
export function Columns() {
  const order = useView((view) => view.order)
  const team = useView(({ session }) => session.run?.team)
  const store = useSessionStore()
  const made = useRef<TranscriptRows>(undefined)
  const { rows } = useMemo(() => {
    made.current = transcriptRows(store.getState().view, order, 'columns', made.current)
    return made.current
  }, [store, order])
  const agents = useMemo(() => {
    const aside = withoutColumn(team)
    const seated = team ? seatsOf(team).flatMap(({ slug }) => (aside.includes(slug) ? [] : [slug])) : []
    return columnAgents(seated, rows)
  }, [team, rows])
  const { list, frame, isAtEnd, toEnd } = useLongList(rows[0]?.key, rows.length, (key) => transcriptRowOf(rows, key))
  const [height] = useState(() => typicalHeight(rows, (row) => rowHeight(store.getState().view, row, agents.length)))
  const narrowest = useWide(TABLET) ? NARROWEST : NARROWEST_ON_A_PHONE
  const columns = { gridTemplateColumns: `repeat(${Math.max(1, agents.length)}, minmax(${narrowest}px, 1fr))` }
  return (
    <div ref={frame} className="relative flex min-h-0 flex-1 flex-col">
      <ScrollArea
        label="Answers side by side"
        className="@container min-h-0 flex-1 overflow-x-auto overflow-y-hidden max-tablet:snap-x max-tablet:snap-mandatory"
        onScroll={slide}
      >
        <div className="flex h-full flex-col" style={{ minWidth: Math.max(1, agents.length) * narrowest }}>
          {/* Snap points for phones. The columns scroll inside the list, so they cannot be snap points of this area. */}
          <div aria-hidden className="grid *:snap-start" style={columns}>
            {agents.map((slug) => (
              <i key={slug} />
            ))}
          </div>
          <div className="grid shrink-0 border-b border-line bg-canvas" style={columns}>
            {agents.map((slug, at) => (
              <ColumnHead key={slug} slug={slug} place={at + 1} />
            ))}
          </div>
          <VList
            {...list}
            data={rows as TranscriptRow[]}
            item={ListRow}
            itemSize={height}
            className="steady min-h-0 flex-1"
          >
            {(row) => <TranscriptRowView key={row.key} row={row} agents={agents} columns={columns} />}
          </VList>
        </div>
      </ScrollArea>
      {!isAtEnd && <ToEndButton frame={frame} onClick={toEnd} />}
    </div>
  )
}

/** Rows across all columns stay in view when the columns scroll sideways. */
const slide = (event: UIEvent<HTMLElement>): void =>
  event.currentTarget.style.setProperty('--moved', `${event.currentTarget.scrollLeft}px`)
