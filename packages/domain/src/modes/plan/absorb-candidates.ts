import { voterName } from '../../decision/commit.ts'
import { type EventPlace, type Fact, fact } from '../../event/event.ts'
import type { TaskReport } from '../../mode/mode.ts'
import { readAnswer, unreadAs } from '../../mode/read-answer.ts'
import type { Run, Session } from '../../state/session.ts'
import { comparison, stepEnd } from './answers.ts'
import { type Candidate, openContest } from './candidate.ts'
import { ownersOf } from './form-team.ts'
import type { StepRun } from './state.ts'
import { UNREAD, unreadFact } from './unread.ts'

type Told = { readonly session: Session; readonly run: Run; readonly report: TaskReport; readonly place: EventPlace }

/** A seat that gave up or wants somebody else to do it leaves the others to it. */
export function candidateWorked(
  { session, run, report }: Told,
  step: StepRun,
  { name: candidate, agent }: Candidate,
): readonly Fact[] {
  const word = report.ok ? readAnswer(session, report, stepEnd, ownersOf(run)) : undefined
  if (!word || word.kind === 'report' || run.limit) return []
  const refusal = word.reason === '' ? 'it gave up' : `it gave up: ${word.reason}`
  const data = { step: step.id, attempt: step.attempt, candidate, patch: '', files: [], refusal }
  return [fact('candidate.built', data, { step: step.id, agent })]
}

/** A vote for a candidate and comments on lines. What cannot be read is asked once more, and then counts for nobody. */
export function compared({ session, run, report, place }: Told, step: StepRun): readonly Fact[] {
  const contest = openContest(step)
  if (!contest) return []
  const names = contest.candidates.map(({ name }) => name)
  const word = report.ok ? readAnswer(session, report, comparison, names) : undefined
  const about = { step: step.id, attempt: step.attempt, by: report.agent }
  if (word) {
    const { prefers, reason, comments } = word
    return [fact('candidate.judged', { ...about, prefers, reason, comments: [...comments] }, place)]
  }
  const abstains = fact('candidate.judged', { ...about, reason: report.error?.message ?? '', comments: [] }, place)
  if (!report.ok) return [abstains]
  const who = voterName(run, report.agent)
  const isLast = contest.asked.filter((one) => one === report.agent).length > 1 || run.limit !== null
  const warning = unreadFact(comparison, UNREAD.comparison, {
    what: unreadAs(session, report, who, `${who} did not say which candidate for step ${step.id} is better.`),
    after: 'Its vote counts for none.',
    isLast,
    place,
  })
  return isLast ? [warning, abstains] : [warning]
}
