import { judgeCheck, judgedText, lackOf, type Seen } from '../check/proof.ts'
import type { Lacks, Proof } from '../event/end-facts.ts'
import { type Run, seatName } from '../state/session.ts'
import { USER } from '../team/user-seat.ts'
import { countText } from '../text/amounts.ts'
import { isChecked, workOfRun } from './run-work.ts'
import { judgedChecks, judgedSoFar, seenOf } from './work.ts'

/** What checks leave open, as the end of a run says it. */
export type Unmet = { readonly reason: string; readonly lacks: Lacks }

const reasons = [
  ['failed', 'checks_failed'],
  ['not_run', 'checks_not_run'],
  ['changed', 'checks_changed'],
] as const

/** What these checks leave open. A pass whose test was changed counts if somebody else has looked at it. */
export function unmetIn(seen: readonly Seen[], isReviewed: boolean): Unmet | undefined {
  const lacks = seen.map(lackOf).filter((lack) => lack !== undefined && !(isReviewed && lack === 'changed'))
  const [, reason] = reasons.find(([lack]) => lacks.includes(lack)) ?? []
  return reason && { reason, lacks: { what: 'checks', done: seen.length - lacks.length, of: seen.length, who: [] } }
}

/** How many checks there are, and how many of them pass, whatever that is worth. */
export const countChecks = (seen: readonly Seen[]): NonNullable<Proof['checks']> => ({
  passed: seen.filter((one) => [undefined, 'changed'].includes(lackOf(one))).length,
  of: seen.length,
})

/** What was seen of the user's checks. Empty in a mode whose steps have them. */
export const seenByRun = (run: Run): readonly Seen[] => (isChecked(run) ? seenOf(workOfRun(run)) : [])

/** What the user's checks leave open at the end of a run. `reviewer`: who has judged the result, and read what they say. */
export const unmetBy = (run: Run, reviewer?: string): Unmet | undefined =>
  isChecked(run) ? unmetIn(seenOf(workOfRun(run)), reviewer !== undefined) : undefined

/** What the user's checks prove, and whose word counts for the rest. */
export function proofOfRun(run: Run, reviewer?: string): Proof | undefined {
  if (!isChecked(run)) return undefined
  const seen = seenOf(workOfRun(run))
  const proven = seen.filter((one) => judgeCheck(one).standing === 'proof').length
  const changed = seen.filter((one) => lackOf(one) === 'changed').length
  const yours = seen.filter((one) => judgeCheck(one).standing === 'yours').length
  const said = [
    { by: reviewer ?? '', steps: reviewer === undefined ? 0 : changed },
    { by: USER, steps: yours },
  ]
  return { proven, said: said.filter(({ steps }) => steps > 0), checks: countChecks(seen) }
}

/** What the user's checks have shown so far, for those who judge the result. Empty without checks. */
export const seenText = (run: Run): string =>
  isChecked(run)
    ? judgedSoFar(workOfRun(run))
        .map((judged) => `- ${judgedText(judged)}`)
        .join('\n')
    : ''

/** The user's checks for the end of a summary: one line each. Empty if there are none. */
export function checksText(run: Run): string {
  if (!isChecked(run)) return ''
  const rows = judgedChecks(workOfRun(run)).map((judged) => `- ${judgedText(judged)}`)
  return ['## Checks', ...rows].join('\n')
}

/** The user's checks that a finished run does not meet, one line each. */
export const unmetLines = (run: Run): readonly string[] =>
  run.finished && run.finished.state !== 'completed' && isChecked(run)
    ? seenOf(workOfRun(run)).flatMap((seen) => (lackOf(seen) === undefined ? [] : [judgedText(judgeCheck(seen))]))
    : []

/** `2 of 3 checks pass`. */
export const passingText = ({ passed, of }: NonNullable<Proof['checks']>): string =>
  `${passed} of ${countText(of, 'check')} ${of === 1 ? 'passes' : 'pass'}`

const onWhoseWord = (run: Run, by: string): string => {
  if (by === USER) return 'on your word'
  return by === '' ? 'without review' : `on ${seatName(run, by)}'s word`
}

/** `2 proven · 1 on Reviewer's word`. If nothing was to be checked, only the word. Without steps, or if a check does not pass, begins with how many do. */
export function proofText(run: Run, { proven, said, checks }: Proof): string {
  const isWhole = run.traits.checks === 'run'
  const passed = checks && (isWhole || checks.passed < checks.of) ? [passingText(checks)] : []
  const words = said.map(({ by, steps }) => `${steps} ${onWhoseWord(run, by)}`)
  return [...passed, ...(checks ? [`${proven} proven`] : []), ...words].join(' · ')
}
