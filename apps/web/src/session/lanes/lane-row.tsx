import { Eye, Lock, LockOpen } from 'lucide-react'
import { type CSSProperties, memo } from 'react'
import { Avatar, inColorOf } from '../../ui/avatar.tsx'
import { classes } from '../../ui/theme/classes.ts'
import { EntryView } from '../conversation/entry-view.tsx'
import { useIsOpen } from '../conversation/opened.ts'
import { useIsLocked } from '../view/locked.ts'
import { useSpeaker } from '../view/use-session.ts'
import type { LaneRow } from './rows.ts'

type Props = { readonly row: LaneRow; readonly agents: readonly string[]; readonly columns: CSSProperties }

/** One row across all lanes. */
export const LaneRowView = memo(function LaneRowView({ row, agents, columns }: Props) {
  if (row.kind === 'band') return <Band row={row} />
  if (row.kind === 'strip')
    return (
      <div className={classes('py-3', row.isTurn ? 'bg-surface' : 'border-b border-line bg-canvas')}>
        {/* As wide as the visible part of the lanes. Centred across all lanes, a turn could be out of view. */}
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
        <Cell key={agent} agent={agent} keys={row.cells[agent] ?? []} row={row} />
      ))}
    </div>
  )
})

function Band({ row }: { readonly row: Extract<LaneRow, { kind: 'band' }> }) {
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

type CellProps = {
  readonly agent: string
  readonly keys: readonly string[]
  readonly row: Extract<LaneRow, { kind: 'cells' }>
}

function Cell({ agent, keys, row: { isFirst } }: CellProps) {
  return (
    <div className="flex min-w-0 flex-col gap-3 border-r border-b border-line px-4 py-3 last:border-r-0">
      {isFirst && keys.length > 0 && <Name slug={agent} />}
      {keys.map((key) => (
        <EntryView key={key} entryKey={key} compact />
      ))}
    </div>
  )
}

/** The column's agent, because the heads at the top disappear once agents take turns. */
function Name({ slug }: { readonly slug: string }) {
  const speaker = useSpeaker(slug)
  return (
    <p style={inColorOf(speaker.color)} className="agent flex items-center gap-2">
      <Avatar {...speaker} size="small" />
      <span className="truncate font-semibold text-(--agent-ink)">{speaker.name}</span>
    </p>
  )
}
