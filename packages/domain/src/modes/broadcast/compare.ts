import { formText, unreadText } from '../../answer/declared.ts'
import { type Fact, fact } from '../../event/event.ts'
import type { MemberAnswer } from '../../mode/answers.ts'
import { assign } from '../../mode/assign.ts'
import { isRehearsed } from '../../mode/conclude.ts'
import type { TaskReport } from '../../mode/mode.ts'
import { readAnswer } from '../../mode/read-answer.ts'
import { messageBy } from '../../prompt/ask.ts'
import type { Run, Session } from '../../state/session.ts'
import { comparedOpinions } from './answers.ts'
import type { Opinion } from './read-points.ts'
import type { Opinions } from './state.ts'

const PLACE = 'compare'

/** Once more if the first answer cannot be used. */
const MOST = 2

export const isComparison = (place: string): boolean => place.startsWith(`${PLACE}-`)

/** Asks the lead what the answers have in common. Nothing if there is nothing to compare, or nobody to do it. */
export function compareTask(session: Session, run: Run, data: Opinions): readonly Fact[] {
  const seat = run.team.lead
  const opinions = opinionsIn(session, data.answers)
  const isOver = data.points !== null || data.isLeadOut || data.compared >= MOST || run.limit !== null
  if (!seat || isOver || opinions.length < 2 || isRehearsed(run)) return []
  return assign(run, {
    place: `${PLACE}-${data.compared + 1}`,
    seat,
    kind: 'compare',
    description: comparisonAsk(run, data.compared > 0),
    shows: opinions.map(({ message }) => message),
    execution: 'single',
    answer: comparedOpinions,
  })
}

const comparisonAsk = ({ goal }: Run, isAgain: boolean): string =>
  [
    ...(isAgain ? [unreadText(comparedOpinions)] : []),
    `## Goal\n\n${goal}`,
    '## How to answer',
    'Several experts have answered this goal below, without hearing each other. Say what all of them say, what only some of them say, and where they contradict each other. Take no side and add no opinion. Every line needs at least one passage, copied from an answer to the letter: a passage that is not in the answer is discarded. What all say needs a passage of each. At most 10 lines, the most important first.',
    formText(comparedOpinions),
  ].join('\n\n')

/** What the lead's answer says, checked against the answers. Unusable ones only leave a warning. */
export function absorbComparison(session: Session, data: Opinions, report: TaskReport): readonly Fact[] {
  const place = { task: report.task, agent: report.agent, parent: String(session.run?.number ?? 0) }
  if (!report.ok) {
    const { code, message } = report.error ?? { code: 'failed', message: 'The agent failed.' }
    return [fact('error', { code, source: report.agent, message, fatal: false }, place)]
  }
  const points = readAnswer(session, report, comparedOpinions, opinionsIn(session, data.answers))
  if (points) return [fact('opinions.compared', { by: report.agent, points: [...points] }, place)]
  const isLast = data.compared >= MOST
  const message = `The comparison of the answers ${isLast ? 'could not be read, so they are side by side' : 'could not be read, so it is requested once more'}.`
  return [fact('warning', { code: 'comparison_unread', message }, place)]
}

const opinionsIn = (session: Session, answers: readonly MemberAnswer[]): readonly Opinion[] =>
  answers.flatMap(({ ok, message, agent }) =>
    ok && message ? [{ message, agent, text: messageBy(session, message)?.text ?? '' }] : [],
  )
