import type { Run } from '@convene/domain'
import { useMemo, useState } from 'react'
import { Segments } from '../../ui/segments.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { classes } from '../../ui/theme/classes.ts'
import { isBlindNow } from '../view/locked.ts'
import { matrixOf, type Option } from '../view/matrix.ts'
import { shownBy } from '../view/mode-view.ts'
import { useView } from '../view/use-session.ts'
import { BlindSeat, type BlindState, SeatRow } from './seat.tsx'
import { type Table as Seating, type TableRound, tableOf } from './table-rounds.ts'

/** A decision as faces on the sides of a line: who holds what after each round, who crossed, and why. */
export function Table({ run }: { readonly run: Run | null }) {
  const isBlind = useView((view) => view.session.run === run && isBlindNow(view))
  const { positions, options } = shownBy(run)
  const table = useMemo(() => tableOf(matrixOf(positions, options, run?.team)), [positions, options, run?.team])
  if (isBlind && run) return <BlindTable run={run} />
  return table && <OpenTable table={table} />
}

/** Who has answered in the blind round, with their backs turned: nobody sees what the others say. */
function BlindTable({ run }: { readonly run: Run }) {
  const answering = useView(({ session }) => Object.keys(session.tasks).join())
  const { positions, debate } = shownBy(run)
  const stateOf = (slug: string): BlindState =>
    answering.split(',').some((task) => task.startsWith(`${run.number}/round1/${slug}`))
      ? 'answering'
      : positions.some(({ agent }) => agent === slug)
        ? 'answered'
        : debate?.speakers[slug] === 'stopped'
          ? 'stopped'
          : 'waiting'
  const seats = run.team.members.map(({ slug }) => ({ slug, state: stateOf(slug) }))
  const answered = seats.filter(({ state }) => state === 'answered').length
  return (
    <section aria-label="Table" className="flex flex-col gap-3">
      <p className="text-sm text-muted">
        Blind: {answered} of {seats.length} have answered. Nobody sees what the others say until all have.
      </p>
      <div className="relative overflow-hidden rounded-lg border border-line bg-canvas py-3">
        <Line />
        <ul aria-label="Seats">
          {seats.map(({ slug, state }) => (
            <BlindSeat key={slug} agent={slug} state={state} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function OpenTable({ table }: { readonly table: Seating }) {
  const { sides, rounds } = table
  const [picked, pick] = useState<number | null>(null)
  const shown = rounds.find(({ round }) => round === picked) ?? rounds.at(-1)
  if (!shown) return null
  const newest = rounds.at(-1)?.round
  return (
    <section aria-label="Table" className="flex flex-col gap-3">
      <div className="-my-1 overflow-x-auto py-1 hush">
        <Segments
          label="Round"
          value={String(shown.round)}
          segments={rounds.map(({ round, name, score }) => ({ value: String(round), label: `${name} · ${score}` }))}
          onChange={(value) => pick(Number(value) === newest ? null : Number(value))}
        />
      </div>
      <div className="@container relative overflow-hidden rounded-lg border border-line bg-surface">
        <div aria-hidden className="absolute inset-0 flex">
          {sides.map((side, at) => (
            <span key={side.letter} style={side.style} className={classes('agent flex-1', tintOf(at, sides.length))} />
          ))}
        </div>
        {sides.length === 2 && <Line />}
        <SideHeads sides={sides} shown={shown} />
        <ul aria-label={`Seats, ${shown.name}`} className="relative pb-3">
          {shown.seats.map((seat) => (
            <SeatRow key={seat.agent} seat={seat} sides={sides} />
          ))}
        </ul>
      </div>
      <Caption table={table} shown={shown} />
    </section>
  )
}

/** With two sides the colour is strongest at the edges. */
function tintOf(at: number, sides: number): string {
  if (sides !== 2) return 'bg-(--agent-soft)/30 not-first:border-l not-first:border-line'
  return classes('from-(--agent-soft)/70 to-transparent', at === 0 ? 'bg-linear-to-r' : 'bg-linear-to-l')
}

const Line = () => (
  <span aria-hidden className="absolute inset-y-3 left-1/2 border-l border-dashed border-line-strong" />
)

function SideHeads({ sides, shown }: { readonly sides: readonly Option[]; readonly shown: TableRound }) {
  return (
    <div className="relative flex pt-3 pb-1">
      {sides.map((side, at) => (
        <p
          key={side.letter}
          title={oneLine(side.text)}
          style={side.style}
          className={classes(
            'agent min-w-0 flex-1 px-4 max-tablet:px-2',
            sides.length === 2 && at === 1 && 'text-right',
          )}
        >
          <span className="line-clamp-2 font-semibold wrap-anywhere text-(--agent-ink)">
            {side.letter} {oneLine(side.text)}
          </span>
          <span className="numeric text-sm text-muted">
            {shown.counts[at]} of {shown.seats.length}
          </span>
        </p>
      ))}
    </div>
  )
}

/** What the distance means, and which side has most seats. */
function Caption({ table, shown }: { readonly table: Seating; readonly shown: TableRound }) {
  const most = Math.max(...shown.counts)
  const leaders = table.sides.filter((_, at) => shown.counts[at] === most)
  const [leader] = leaders
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm text-muted">
      <p>
        {leaders.length > 1 || !leader
          ? `Split ${shown.score}`
          : `Most hold ${leader.letter}: ${most} of ${shown.seats.length}`}
      </p>
      {table.showsSureness && <p>The further from the line, the surer.</p>}
    </div>
  )
}
