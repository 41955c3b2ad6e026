import { endWord, errorText, type Facts, type How, type LimitName, limitWord, spaced } from '@convene/domain'

const reasons: { readonly [reason: string]: string } = {
  done: '',
  rehearsal: '',
  goal_met: 'goal met',
  converged: 'the panel converged',
  max_iterations: 'no iterations left',
  nothing_left: 'nobody was given any more work',
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
export function endText(state: string, reason: string, lacks?: Lacks): string {
  const why = [reasonText(reason), lacks ? lacksText(lacks) : ''].filter((part) => part !== '').join(', ')
  if (why === '') return endWord(state, reason)
  return `${endWord(state, reason)}${why.startsWith('by ') ? ' ' : ': '}${why}`
}

const ways: Readonly<Record<How, string>> = {
  majority: 'by majority',
  record: 'by track record',
  tiebreak: 'by track record, after a tie',
  lead: 'by the lead',
  user: 'by you',
  undecided: '',
}

/** How a decision was made: `by majority`. Empty if it stays open. */
export const howText = (how: string): string => (Object.hasOwn(ways, how) ? ways[how as How] : spaced(how))

const made: Readonly<Record<Facts['artifact']['kind'], string>> = {
  report: 'Report',
  adr: 'Decision record',
  diff: 'Change',
  log: 'Log',
  test: 'Test result',
  document: 'Document',
}

export const artifactWord = (kind: Facts['artifact']['kind']): string => made[kind] ?? spaced(kind)

/** What was made, with its kind in front unless its title says it already. */
export function artifactText({ kind, title }: Pick<Facts['artifact'], 'kind' | 'title'>): string {
  const word = artifactWord(kind)
  return title.startsWith(`${word}: `) ? title : `${word}: ${title}`
}

/** What an approval allows. */
export const scopeText = (answer: Facts['permission.answered']['answer'], pattern = ''): string =>
  ({
    once: 'Allowed once',
    session: `Allowed for this session: ${pattern}`,
    always: `Always allowed: ${pattern}`,
    deny: 'Denied',
  })[answer]

/** In the first round nobody hears the others. */
export const roundText = (round: number): string =>
  round === 1 ? 'Round 1, blind: all answer at once' : `Round ${round}`

/** What agents do, as the text after their name, for surfaces that draw the name themselves. */
export const verbs = {
  asks: 'asks',
  thinks: 'thinks',
  answered: 'answered',
  reports: 'reports',
  failed: 'failed',
  handsWorkTo: (name: string) => `hands work to ${name}`,
} as const
