import { useMemo, useRef, useState } from 'react'
import { VList } from 'virtua'
import { ListRow } from '../../ui/list-row.tsx'
import { useSessionStore, useView } from '../view/use-session.ts'
import { useLongList } from './long-list.ts'
import { TranscriptRowView } from './row.tsx'
import { typicalHeight } from './row-height.ts'
import { rowHeight, type TranscriptRow, type TranscriptRows, transcriptRowOf, transcriptRows } from './rows.ts'
import { ToEndButton } from './to-end-button.tsx'

/** Everything that was said and done, in one stream. */
export function Transcript() {
  const rows = useTranscriptRows()
  const store = useSessionStore()
  const { list, frame, isAtEnd, toEnd } = useLongList(rows[0]?.key, rows.length, (key) => transcriptRowOf(rows, key))
  const [height] = useState(() => typicalHeight(rows, (row) => rowHeight(store.getState().view, row, 1)))
  return (
    <div ref={frame} className="@container relative min-h-0 flex-1">
      <VList
        {...list}
        data={rows as TranscriptRow[]}
        item={ListRow}
        itemSize={height}
        className="steady h-full"
        aria-label="Transcript"
        role="log"
        aria-live="off"
      >
        {(row) => <TranscriptRowView key={row.key} row={row} />}
      </VList>
      {!isAtEnd && <ToEndButton frame={frame} onClick={toEnd} />}
    </div>
  )
}

function useTranscriptRows(): readonly TranscriptRow[] {
  const order = useView((view) => view.order)
  const store = useSessionStore()
  const made = useRef<TranscriptRows>(undefined)
  return useMemo(() => {
    made.current = transcriptRows(store.getState().view, order, 'stream', made.current)
    return made.current.rows
  }, [store, order])
}
