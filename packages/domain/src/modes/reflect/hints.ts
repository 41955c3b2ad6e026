import { type Run, seatName, seatOf } from '../../state/session.ts'
import type { WorkReport } from '../orchestrate/state.ts'
import { rounded } from './read-evaluation.ts'

/** What one iteration teaches for the next. */
export type Lesson = {
  readonly iteration: number
  readonly score: number
  readonly before: number | undefined
  readonly reports: readonly WorkReport[]
}

const SHORT = 100
const NOTICEABLE = 0.1
const STEEP = 0.15

/** What to do differently next time: who to replace, who to ask for more, what to go back to. */
export function hintsFor(run: Run, { iteration, score, before, reports }: Lesson): readonly string[] {
  const failed = reports.filter(({ ok }) => !ok)
  const short = iteration > 1 ? reports.filter(({ ok, length }) => ok && length < SHORT) : []
  const drop = before === undefined ? 0 : rounded(before - score)
  return [
    ...failed.map((report) => failedHint(run, report)),
    ...short.map((report) => shortHint(run, report)),
    ...(drop > NOTICEABLE && before !== undefined ? [dropHint(run, reports, { before, score, drop })] : []),
  ]
}

/** The hint at the first stall. The second ends the run. */
export const stallHint = (similarity: number, instead = 'another approach or another member'): string =>
  `The result hardly changed (${Math.round(similarity * 100)}% alike). Try ${instead}: a second time in a row ends the run.`

const failedHint = (run: Run, { agent, error }: WorkReport): string =>
  `${seatName(run, agent)} failed (${error?.message ?? 'no reason given'}): give its task to somebody else, make it smaller, or change its model (${modelOf(run, agent)}).`

const shortHint = (run: Run, { agent, length }: WorkReport): string =>
  `${seatName(run, agent)} reported only ${length} characters: ask it for more, or give its task to somebody else.`

type Drop = { readonly before: number; readonly score: number; readonly drop: number }

function dropHint(run: Run, reports: readonly WorkReport[], { before, score, drop }: Drop): string {
  const weakest = reports.toSorted((one, other) => Number(one.ok) - Number(other.ok) || one.length - other.length)[0]
  const whom = weakest
    ? `Give the work of ${seatName(run, weakest.agent)} to somebody else, or change its model (${modelOf(run, weakest.agent)}).`
    : 'Change who does what.'
  const back = drop > STEEP ? ' Go back to what the better result had.' : ''
  return `The score fell from ${before.toFixed(2)} to ${score.toFixed(2)}. ${whom}${back}`
}

const modelOf = (run: Run, slug: string): string => seatOf(run, slug)?.model ?? 'unknown'
