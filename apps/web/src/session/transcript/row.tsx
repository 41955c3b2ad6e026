import { Eye, Lock, LockOpen } from 'lucide-react'
import { type CSSProperties, memo } from 'react'
import { classes } from '../../ui/theme/classes.ts'
import { EntryView } from '../conversation/entry-view.tsx'
import { useIsOpen } from '../conversation/opened.ts'
import { useIsLocked } from '../view/locked.ts'
import type { TranscriptRow } from './rows.ts'

type Props = {
  readonly row: TranscriptRow
  readonly agents?: readonly string[]
  readonly columns?: CSSProperties
}

/** One row of the transcript, as wide as all columns. */
export const TranscriptRowView = memo(function TranscriptRowView({ row, agents = [], columns }: Props) {
  if (row.kind === 'band') return <Band row={row} />
  if (row.kind === 'strip')
    return (
      <div className={classes('py-3', row.isTurn ? 'bg-surface' : 'border-b border-line bg-canvas')}>
        {/* As wide as the visible part. Centred across all columns, a turn could be out of view. */}
        <div className="w-[100cqw] translate-x-(--moved)">
          <div className="mx-auto flex max-w-page flex-col px-4 max-tablet:px-2">
            <EntryView entryKey={row.entry} compact={false} />
          </div>
        </div>
      </div>
    )
  return (
    <div className="grid" style={columns}>
      {agents.map((agent) => (
        <Cell key={agent} keys={row.cells[agent] ?? []} />
      ))}
    </div>
  )
})

function Band({ row }: { readonly row: Extract<TranscriptRow, { kind: 'band' }> }) {
  const isLocked = useIsLocked(row.band)
  const [isPeeking, peek] = useIsOpen(`peek:${row.band}`)
  return (
    <div className="flex h-9 items-center gap-3 border-b border-line bg-sunken px-4 text-sm">
      <h2 className="flex translate-x-(--moved) items-center gap-2 font-semibold">
        {row.blind &&
          (isLocked ? <Lock aria-hidden size={12} /> : <LockOpen aria-hidden size={12} className="text-muted" />)}
        {row.title}
        {row.blind && (
          <span className="font-normal text-muted">
            {isLocked ? 'blind, revealed when all have answered' : 'blind, answered independently'}
          </span>
        )}
        {isLocked && (
          <button
            type="button"
            aria-pressed={isPeeking}
            onClick={peek}
            className="flex items-center gap-1 rounded-sm px-1 font-normal text-accent-ink hover:underline"
          >
            <Eye aria-hidden size={12} />
            {isPeeking ? 'Hide' : 'Peek'}
          </button>
        )}
      </h2>
    </div>
  )
}

function Cell({ keys }: { readonly keys: readonly string[] }) {
  return (
    <div className="flex min-w-0 flex-col gap-3 border-r border-b border-line px-4 py-3 last:border-r-0">
      {keys.map((key) => (
        <EntryView key={key} entryKey={key} compact />
      ))}
    </div>
  )
}
