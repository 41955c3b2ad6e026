import { costText, durationText, tokensText } from '@convene/domain'
import { type ComparedRun, runState, type SessionComparison } from '@convene/reading'

type Row = readonly [string, string, string]
type Seat = ComparedRun['seats'][number]

/** Rows about a run's usage. */
export const took: readonly string[] = ['calls', 'tokens', 'cost', 'time']

/** The results of two runs, who took part and each position, as rows. */
export function runRows({ a, b }: SessionComparison['runs']): readonly Row[] {
  const row = (name: string, of: (run: ComparedRun) => string): Row => [name, a ? of(a) : '–', b ? of(b) : '–']
  const slugs = [...new Set([a, b].flatMap((run) => run?.seats.map(({ slug }) => slug) ?? []))]
  const seatIn = (run: ComparedRun, slug: string) => run.seats.find((seat) => seat.slug === slug)
  const ofSeat = (what: string, of: (seat: Seat) => string) =>
    slugs.map((slug) => row(`${what} ${slug}`, (run) => ifThere(seatIn(run, slug), of)))
  return [
    row('title', ({ title }) => title),
    row('state', (run) => runState(run).word),
    row('result', ({ headline }) => headline || '–'),
    row('verdict', ({ counted }) => counted.join(' · ') || '–'),
    ...ofSeat('seat', ({ model }) => model),
    ...ofSeat('position', positionText).filter(isSaid),
    ...ofSeat('vote', ({ vote }) => vote ?? '–').filter(isSaid),
    row('calls', ({ calls }) => String(calls)),
    row('tokens', ({ tokens }) => tokensText(tokens)),
    row('cost', (run) => costText(run)),
    row('time', ({ workedMs }) => durationText(workedMs)),
  ]
}

const isSaid = ([, a, b]: Row): boolean => a !== '–' || b !== '–'

const ifThere = (seat: Seat | undefined, of: (seat: Seat) => string): string => (seat ? of(seat) : '–')

function positionText({ position }: Seat): string {
  if (!position) return '–'
  const { first, last, confidence } = position
  const sure = confidence === null ? '' : ` (${confidence} %)`
  return first === null || first === last ? `${last}${sure}` : `${last}${sure}, at first ${first}`
}
