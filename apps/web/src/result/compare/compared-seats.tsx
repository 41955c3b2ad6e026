import { agentColor } from '@convene/domain'
import type { ComparedRun } from '@convene/reading'
import { Avatar } from '../../ui/avatar.tsx'
import { Section } from '../../ui/screen.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { type SideNames, type SideRow, SideTable } from './side-table.tsx'

type Seat = ComparedRun['seats'][number]
type Both = { readonly slug: string; readonly a: Seat | undefined; readonly b: Seat | undefined }
type Props = { readonly a: ComparedRun; readonly b: ComparedRun; readonly names: SideNames }

/** The seats on both sides, with their models. */
export function ComparedSeats({ a, b, names }: Props) {
  const rows = bothOf(a, b).map(
    (both): SideRow => ({
      key: both.slug,
      label: <Who both={both} />,
      a: <Model seat={both.a} />,
      b: <Model seat={both.b} />,
      isSame: both.a?.model === both.b?.model,
    }),
  )
  return (
    <Section title="Seats and models">
      <SideTable label="Seats and models" names={names} rows={rows} />
    </Section>
  )
}

/** Each panelist's position and vote on both sides. */
export function ComparedPositions({ a, b, names }: Props) {
  const held = bothOf(a, b).filter(({ a: one, b: other }) => one?.position || other?.position)
  if (held.length === 0) return null
  const rows = held.map(
    (both): SideRow => ({
      key: both.slug,
      label: <Who both={both} />,
      a: <Held seat={both.a} />,
      b: <Held seat={both.b} />,
      isSame: heldBy(both.a) === heldBy(both.b) && both.a?.vote === both.b?.vote,
    }),
  )
  return (
    <Section title="Positions and votes">
      <SideTable label="Positions and votes" names={names} rows={rows} />
    </Section>
  )
}

const heldBy = (seat: Seat | undefined): string | undefined => seat?.position?.last

/** Seats by agent, the first side's first. */
function bothOf(a: ComparedRun, b: ComparedRun): readonly Both[] {
  const slugs = [...new Set([...a.seats, ...b.seats].map(({ slug }) => slug))]
  const seatIn = (run: ComparedRun, slug: string) => run.seats.find((seat) => seat.slug === slug)
  return slugs.map((slug) => ({ slug, a: seatIn(a, slug), b: seatIn(b, slug) }))
}

function Who({ both }: { readonly both: Both }) {
  const { slug, name, icon, color } = both.a ?? both.b ?? { slug: both.slug, name: both.slug, icon: '', color: '' }
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Avatar size="small" name={oneLine(name)} icon={oneLine(icon)} color={agentColor({ slug, color })} />
      <span className="min-w-0 wrap-anywhere font-medium">{oneLine(name)}</span>
    </span>
  )
}

const Model = ({ seat }: { readonly seat: Seat | undefined }) =>
  seat ? <span className="font-mono text-sm">{oneLine(seat.model)}</span> : <Absent />

const Absent = () => <span className="text-muted">Not in the team</span>

function Held({ seat }: { readonly seat: Seat | undefined }) {
  if (!seat) return <Absent />
  const { position, vote } = seat
  if (!position) return <span className="text-muted">No position</span>
  const { first, last, confidence, because } = position
  return (
    <span className="flex flex-col gap-0.5">
      <span>
        {oneLine(last)}
        {confidence !== null && <span className="numeric text-muted"> · {confidence} %</span>}
      </span>
      {first !== null && first !== last && (
        <span className="text-sm text-muted">
          At first: {oneLine(first)}
          {because && `. Changed because ${oneLine(because)}`}
        </span>
      )}
      {vote !== null && vote !== last && <span className="text-sm text-muted">Voted: {oneLine(vote)}</span>}
    </span>
  )
}
