import { cleanLine, cutAtWord, type RecordedDecision, withoutCopies } from '@convene/domain'
import { isDue, reviewTime } from './summary.ts'

/** Decisions that wait for an outcome, the one whose date came last first. A decision in several forks is one. */
export const dueDecisions = (decisions: readonly RecordedDecision[], now: number): readonly RecordedDecision[] =>
  withoutCopies(decisions)
    .filter((each) => isDue(each, now))
    .toSorted((one, other) => reviewTime(other) - reviewTime(one))

const LONGEST_CHOSEN = 80

/** A decision as somebody is reminded of it: `Six weeks ago: Go, 2 : 1. How did it turn out?` */
export function reminderOf(
  { at, chosen, ballots }: Pick<RecordedDecision, 'at' | 'chosen' | 'ballots'>,
  now: number,
): string {
  const decided = cutAtWord(cleanLine(chosen ?? 'undecided'), LONGEST_CHOSEN).replace(/[.!?]+$/u, '')
  const when = timeAgo(now - at)
  const score = scoreOf(ballots, chosen)
  return `${when.charAt(0).toUpperCase()}${when.slice(1)}: ${decided}${score && `, ${score}`}. How did it turn out?`
}

/** `2 : 1`, with the votes for what was decided first. Empty if fewer than two voted. */
function scoreOf(ballots: RecordedDecision['ballots'], chosen: string | null): string {
  if (ballots.length < 2) return ''
  const votesFor = (wanted: string | null) => ballots.filter(({ option }) => option === wanted).length
  const others = new Set(ballots.flatMap(({ option }) => (option === chosen ? [] : [option])))
  const against = [...others].map(votesFor).toSorted((one, other) => other - one)
  return [votesFor(chosen), ...(against.length > 0 ? against : [0])].join(' : ')
}

const DAY_MS = 86_400_000

/** What people count in, and from how many days on. */
const units = [
  { from: 730, days: 365, unit: 'year' },
  { from: 84, days: 30.44, unit: 'month' },
  { from: 14, days: 7, unit: 'week' },
  { from: 2, days: 1, unit: 'day' },
] as const

const numbers = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** `today`, `yesterday`, `twelve days ago`, `six weeks ago`, `four months ago`. */
function timeAgo(ms: number): string {
  const days = Math.floor(ms / DAY_MS)
  const counted = units.find(({ from }) => days >= from)
  if (!counted) return days < 1 ? 'today' : 'yesterday'
  const count = Math.floor(days / counted.days)
  return `${numbers[count] ?? count} ${counted.unit}s ago`
}
