import { type EventPlace, type Fact, fact } from '../../../event/event.ts'
import type { Facts } from '../../../event/facts.ts'
import { estimate } from '../../../mode/estimate.ts'
import { askPerson } from '../../../mode/gate.ts'
import type { TaskReport } from '../../../mode/mode.ts'
import { ownWords } from '../../../mode/read-answer.ts'
import { titleFacts } from '../../../state/headline.ts'
import { agentMessage } from '../setup/agent-messages.ts'
import { courses } from '../setup/courses.ts'
import { protocolAtStart, readTopicFrame } from './frame.ts'
import { numberedQuestions } from './numbered-questions.ts'
import { readQuestions } from './read-questions.ts'
import type { OpeningContext } from './state.ts'

/** Reads the Head's answers before the debate: its questions, and the topic. */
export function absorbOpening(context: OpeningContext, report: TaskReport, place: EventPlace): readonly Fact[] {
  if (!report.ok) return []
  const isTopic = context.session.tasks[report.task]?.kind === 'topic'
  return isTopic ? topic(context, report, place) : clarified(context, report, place)
}

function clarified({ session, run, panel }: OpeningContext, report: TaskReport, place: EventPlace): readonly Fact[] {
  const round = panel.opening.asked
  // A small model lists the goal, or what it has asked before.
  const questions = readQuestions(ownWords(session, report))
  // An answer given at the start is for one question. The others are asked together.
  const given = Math.max(0, (run.settings.answers?.length ?? 0) - run.answersUsed)
  const [early, open] = [questions.slice(0, given), questions.slice(given)]
  const asked = [...early, ...(open.length > 0 ? [numberedQuestions(open)] : [])].map((question, index) => ({
    id: `${run.number}/clarify${round}/q${index + 1}`,
    question,
  }))
  return [agentMessage(run, report, { kind: 'clarification', text: report.report }, place), ...askPerson(run, asked)]
}

/** The topic, its protocol, and how many turns it deserves. */
function topic({ run, session }: OpeningContext, report: TaskReport, place: EventPlace): readonly Fact[] {
  const frame = readTopicFrame(run, report.report)
  const chosen = { ...frame.chosen, ...estimateOf({ session, run }, frame.chosen) }
  const options = frame.options.map((text) => ({ text, covers: [] }))
  return [
    agentMessage(run, report, { kind: 'topic', text: frame.topic }, place),
    ...titleFacts(session, report.report),
    fact('protocol.chosen', chosen, { parent: String(run.number) }),
    ...(frame.chosen.protocol === 'decide' ? [fact('options.drawn', { options, by: report.agent }, place)] : []),
    ...(frame.isUnwritten ? [UNWRITTEN] : []),
    fact('progress', { done: 0, total: frame.turns, active: 0, finished: 0 }),
  ]
}

const UNWRITTEN: Fact = fact('warning', {
  code: 'topic_unread',
  message: 'The Head wrote no topic, so the panel gets your request as you wrote it.',
})

/** The initial estimate, redone if the Head has chosen the other protocol. */
function estimateOf(
  { session: { learned }, run }: Pick<OpeningContext, 'session' | 'run'>,
  { protocol, limits }: Facts['protocol.chosen'],
) {
  if (protocol === protocolAtStart(run, run.goal)) return {}
  const now = { ...run, limits: { ...run.limits, ...limits }, learned }
  return { estimate: estimate({ course: (pace) => courses[protocol](now, pace) }, now, run.goal, run.images) }
}
