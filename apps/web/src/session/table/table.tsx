import type { Run } from '@convene/domain'
import { tableOf } from '@convene/reading'
import { useMemo, useState } from 'react'
import { Segments } from '../../ui/segments.tsx'
import { isBlindNow } from '../view/locked.ts'
import { matrixOf } from '../view/matrix.ts'
import { shownBy } from '../view/mode-view.ts'
import { useView } from '../view/use-session.ts'
import { Board, MiddleLine } from './board.tsx'
import { BlindSeat, type BlindState } from './seat.tsx'
import type { Seating, TableRound } from './seating.ts'

/** A decision as faces on the sides of a line: who holds what after each round, who crossed, and why. */
export function Table({ run }: { readonly run: Run | null }) {
  const isBlind = useView((view) => view.session.run === run && isBlindNow(view))
  const { positions, options } = shownBy(run)
  const table = useMemo(() => tableOf(matrixOf(positions, options, run?.team)), [positions, options, run?.team])
  if (run && (isBlind || positions.length === 0)) return <BlindTable run={run} />
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
  const isUnderWay = seats.some(({ state }) => state !== 'waiting')
  const answered = seats.filter(({ state }) => state === 'answered').length
  return (
    <section aria-label="Table" className="flex flex-col gap-3">
      <p className="text-sm text-muted">
        {isUnderWay ? `Blind: ${answered} of ${seats.length} have answered.` : 'First, everybody answers blind.'} Nobody
        sees what the others say until all have answered.
      </p>
      <div className="relative overflow-hidden rounded-lg border border-line bg-canvas py-3">
        <MiddleLine />
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
      <Board sides={sides} shown={shown} />
      <Caption table={table} shown={shown} />
    </section>
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
