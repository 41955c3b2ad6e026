import { cleanLine, countText, firstGuesses, mean } from '@convene/domain'
import type { PrintedTable } from '../terminal/print.ts'
import type { ReplayedSet, ScoredByAge } from './replayed-set.ts'

const titles = [
  'set',
  'voters',
  'rule',
  'decisions',
  'right',
  'majority',
  'best voter',
  'Brier',
  'log loss',
  'calibration',
  'close',
  'unlikely',
]

/**
 * Two rows per set, the rule that counts and a plain majority. With `isByAge`, one more for each age of both. The last
 * ones are the means over several sets.
 */
export function replayTable(replayed: readonly ReplayedSet[], isByAge: boolean): PrintedTable {
  const sets = replayed.length > 1 ? [...replayed, meanOf(replayed)] : replayed
  const parts = sets.map((set) => ({ set, rows: rowsOf(set, isByAge) }))
  const below = parts.flatMap(({ set, rows }) =>
    rows.map((_, index) => (index === rows.length - 1 ? gainText(set) : undefined)),
  )
  return { titles, rows: parts.flatMap(({ rows }) => rows), below, flexible: 0, spares: [11, 10, 6, 1] }
}

const rowsOf = (set: ReplayedSet, isByAge: boolean): readonly (readonly string[])[] =>
  (['counting', 'majority'] as const).flatMap((rule) => {
    const scored = set.rules[rule]
    const ages = isByAge ? scored.ages.map((age) => row(set, `from ${age.from} known`, age)) : []
    return [row(set, rule, scored), ...ages]
  })

const gainText = ({ gain: { points, margin } }: ReplayedSet): string =>
  `  counting − majority: ${signed(points)} points right (95 %: ${signed(points - margin)} to ${signed(points + margin)})`

const signed = (points: number): string => `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(2)}`
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

const row = ({ set, voters }: ReplayedSet, name: string, score: Omit<ScoredByAge, 'ages'>): readonly string[] => [
  cleanLine(set),
  String(voters.length),
  name,
  String(score.decisions),
  percent(score.right),
  percent(score.majority),
  percent(score.bestSeat),
  score.brier.toFixed(3),
  score.logLoss.toFixed(3),
  score.calibrationError.toFixed(3),
  percent(score.close),
  percent(score.unlikely),
]

/** The mean over sets, each with the same weight. Its gain is the mean of theirs, as if they were independent. */
function meanOf(sets: readonly ReplayedSet[]): ReplayedSet {
  const margins = sets.map(({ gain }) => gain.margin ** 2)
  return {
    set: `mean of ${sets.length}`,
    voters: [],
    decisions: sets.reduce((sum, { decisions }) => sum + decisions, 0),
    rules: {
      counting: meanScore(sets.map(({ rules }) => rules.counting)),
      majority: meanScore(sets.map(({ rules }) => rules.majority)),
    },
    gain: { points: mean(sets.map(({ gain }) => gain.points)), margin: Math.sqrt(mean(margins) / sets.length) },
  }
}

function meanScore(scores: readonly ScoredByAge[]): ScoredByAge {
  const from = [...new Set(scores.flatMap(({ ages }) => ages.map((age) => age.from)))]
  const ages = from.map((age) => ({
    from: age,
    ...meanOfScores(scores.flatMap((score) => score.ages.filter((each) => each.from === age))),
  }))
  return { ...meanOfScores(scores), ages }
}

function meanOfScores(scores: readonly Omit<ScoredByAge, 'ages'>[]): Omit<ScoredByAge, 'ages'> {
  const of = (value: (score: Omit<ScoredByAge, 'ages'>) => number): number => mean(scores.map(value))
  return {
    decisions: scores.reduce((sum, { decisions }) => sum + decisions, 0),
    right: of(({ right }) => right),
    majority: of(({ majority }) => majority),
    bestSeat: of(({ bestSeat }) => bestSeat),
    brier: of(({ brier }) => brier),
    logLoss: of(({ logLoss }) => logLoss),
    calibrationError: of(({ calibrationError }) => calibrationError),
    close: of(({ close }) => close),
    unlikely: of(({ unlikely }) => unlikely),
    asked: of(({ asked }) => asked),
  }
}

/** What the table does not show: the worst set, what is said before any outcome is known, and the CPU time. */
export function meanText(sets: readonly ReplayedSet[], cpuSeconds: number): readonly string[] {
  const [worst] = sets.toSorted((one, other) => one.gain.points - other.gain.points)
  const counted = sets.reduce((sum, { rules }) => sum + rules.counting.decisions, 0)
  const { one, copies, against } = firstGuesses()
  const asked = mean(sets.map(({ rules }) => rules.counting.asked))
  return [
    ...(worst && sets.length > 1
      ? [`Worst against majority: ${cleanLine(worst.set)}, ${signed(worst.gain.points)} points`]
      : []),
    ...(asked < 1 ? [`Asked for: ${percent(asked)} of the votes`] : []),
    `First guesses: one vote ${percent(one)}, three copies that agree ${percent(copies)}, two copies against another vendor ${percent(against)}`,
    `${countText(counted, 'decision')}, ${((cpuSeconds / counted) * 10_000).toFixed(2)} s of CPU per 10,000`,
  ]
}
