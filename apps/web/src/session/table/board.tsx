import { oneLine } from '../../ui/text/neutral.ts'
import { classes } from '../../ui/theme/classes.ts'
import type { Option } from '../view/matrix.ts'
import { SeatRow } from './seat.tsx'
import type { TableRound } from './seating.ts'

/** The sides, the line between them, and each seat in a row. */
export function Board(props: {
  readonly sides: readonly Option[]
  readonly shown: TableRound
  readonly isDense?: boolean
}) {
  const { sides, shown, isDense = false } = props
  return (
    <div className="@container relative overflow-hidden rounded-lg border border-line bg-surface">
      <div aria-hidden className="absolute inset-0 flex">
        {sides.map((side, at) => (
          <span key={side.letter} style={side.style} className={classes('agent flex-1', tintOf(at, sides.length))} />
        ))}
      </div>
      {sides.length === 2 && <MiddleLine />}
      <SideHeads sides={sides} shown={shown} />
      <ul aria-label={`Seats, ${shown.name}`} className="relative pb-3">
        {shown.seats.map((seat) => (
          <SeatRow key={seat.agent} seat={seat} sides={sides} isDense={isDense} />
        ))}
      </ul>
    </div>
  )
}

/** With two sides the colour is strongest at the edges. */
function tintOf(at: number, sides: number): string {
  if (sides !== 2) return 'bg-(--agent-soft)/30 not-first:border-l not-first:border-line'
  return classes('from-(--agent-soft)/70 to-transparent', at === 0 ? 'bg-linear-to-r' : 'bg-linear-to-l')
}

export const MiddleLine = () => (
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
          className="agent flex min-w-0 flex-1 flex-col px-4 max-tablet:px-2"
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
