import { cleanLine } from '@convene/domain'
import type { Table } from '../terminal/print.ts'
import type { ReplayedSet, Scored } from './replayed-set.ts'

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

/** Two rows per set, the current rule and the candidate. With `isByAge`, one more for each age of both. */
export function tableOf(sets: readonly ReplayedSet[], isByAge: boolean): Table {
  const parts = sets.map((set) => ({ set, rows: rowsOf(set, isByAge) }))
  const below = parts.flatMap(({ set, rows }) =>
    rows.map((_, index) => (index === rows.length - 1 ? gainText(set) : undefined)),
  )
  return { titles, rows: parts.flatMap(({ rows }) => rows), below, flexible: 0, spares: [11, 10, 6, 1] }
}

const rowsOf = (set: ReplayedSet, isByAge: boolean): readonly (readonly string[])[] =>
  (['current', 'candidate'] as const).flatMap((rule) => {
    const scored = set.rules[rule]
    const ages = isByAge ? scored.ages.map((age) => row(set, `from ${age.from} known`, age)) : []
    return [row(set, rule, scored), ...ages]
  })

const gainText = ({ gain: { points, margin } }: ReplayedSet): string =>
  `  candidate − current: ${signed(points)} points right (95 %: ${signed(points - margin)} to ${signed(points + margin)})`

const signed = (points: number): string => `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(2)}`
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

const row = ({ set, voters }: ReplayedSet, name: string, score: Omit<Scored, 'ages'>): readonly string[] => [
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
