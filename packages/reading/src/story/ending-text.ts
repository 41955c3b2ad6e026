import { endWord, errorText, type Facts, type LimitName, limitWord, spaced } from '@convene/domain'

const reasons: { readonly [reason: string]: string } = {
  done: '',
  rehearsal: '',
  goal_met: 'goal met',
  converged: 'the panel converged',
  far_apart: 'the panelists are far apart',
  max_iterations: 'no iterations left',
  no_report: 'no report was written',
  nothing_left: 'nobody was given any more work',
  not_allowed: 'nothing that it wanted to do was allowed',
  not_assigned: 'part of the plan was assigned to nobody',
  stalled: 'no more progress',
  error_budget: 'too many errors',
  user: 'by you',
  steps_failed: 'some steps failed',
  steps_not_accepted: 'some steps were not accepted',
  accepted_against_review: 'accepted against a review',
  checks_failed: 'a check fails',
  checks_not_run: 'a check was not run',
  checks_changed: 'the tests of a check were changed',
  // The number beside it says how many.
  members_missing: '',
}

/** Why a run ended: `limit:tokens` as `token limit reached`. Empty if the end needs no reason. */
export function reasonText(reason: string): string {
  if (reason.startsWith('limit:')) return `${limitWord(reason.slice(6) as LimitName)} reached`
  if (reason.startsWith('error:')) return errorText(reason.slice(6))
  return Object.hasOwn(reasons, reason) ? (reasons[reason] ?? '') : spaced(reason)
}

type Lacks = NonNullable<Facts['run.finished']['lacks']>

const counted: Readonly<Record<Lacks['what'], string>> = {
  answered: 'answered',
  voted: 'voted',
  reported: 'reported',
  steps: 'steps accepted',
  checks: 'checks passed',
}

/** `1 of 2 answered`: how much there is of what was asked for. */
export const lacksText = ({ what, done, of }: Lacks): string => `${done} of ${of} ${counted[what]}`

/** `Done`, `Stopped by you`, `Failed: rate limited`, `Incomplete: time limit reached, 1 of 3 answered`. */
export function endingText(state: string, reason: string, lacks?: Lacks): string {
  const why = [reasonText(reason), lacks ? lacksText(lacks) : ''].filter((part) => part !== '').join(', ')
  if (why === '') return endWord(state, reason)
  return `${endWord(state, reason)}${why.startsWith('by ') ? ' ' : ': '}${why}`
}
