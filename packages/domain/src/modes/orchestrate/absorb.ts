import { type EventPlace, type Fact, fact } from '../../event/event.ts'
import type { MessageKind, Role } from '../../event/facts.ts'
import type { TaskReport } from '../../mode/mode.ts'
import { isRepeated } from '../../mode/read-answer.ts'
import { type Session, seatOf } from '../../state/session.ts'
import { type MemberTask, parseAssignments } from './parse-assignments.ts'
import { neutralised } from './sentinels.ts'
import type { Orchestration, Pass } from './state.ts'

/** The facts in a report: assignments, a member's work, the lead's synthesis. */
export function absorbPass(session: Session, data: Orchestration, report: TaskReport): readonly Fact[] {
  const heading = data.pass.asked[report.place]
  if (!heading)
    return report.ok ? [messageOfReport(session, report, answerOf(data, report))] : failureOf(session, report)
  if (heading === 'work') return [...readWork(session, report), ...failureOf(session, report)]
  if (heading !== 'plan' && heading !== 'synthesize') return []
  if (!report.ok) return isCut(report) ? [] : failureOf(session, report)
  return heading === 'plan' ? readPlan(session, data, report) : readSynthesis(session, report)
}

const CUT = 'The plan was cut off, so nothing in it was assigned.'

/** A plan cut off by a limit does not count: half an assignment must not be handed out. */
function readPlan(session: Session, { lead, pass }: Orchestration, report: TaskReport): readonly Fact[] {
  if (report.incomplete) return [fact('warning', { code: 'assignment_dropped', message: CUT }, whose(session, report))]
  const members = session.run?.team.members ?? []
  if (isRepeated(session, report))
    return [messageOfReport(session, report, { kind: 'plan', role: 'lead', text: report.report })]
  const plan = parseAssignments(report.report, members)
  const place = whose(session, report)
  const words = plan.assignments.length === 0 ? report.report : plan.prose
  const tell = (to: string, text: string) =>
    fact('message', { author: lead, role: 'lead', kind: 'assignment', to, text }, place)
  return [
    ...(words.trim() === '' ? [] : [messageOfReport(session, report, { kind: 'plan', role: 'lead', text: words })]),
    ...plan.assignments.flatMap((one) => withEarlier(pass, one)).map(({ member, task }) => tell(member, task)),
    ...plan.guessed.map((message) => fact('warning', { code: 'assignment_guessed', message }, place)),
    ...plan.dropped.map((message) => fact('warning', { code: 'assignment_dropped', message }, place)),
  ]
}

/** An assignment after a reminder, with what the same member was given before it. A repeated one adds nothing. */
function withEarlier({ assignments }: Pass, { member, task }: MemberTask): readonly MemberTask[] {
  const earlier = assignments.find((one) => one.member === member)?.task
  if (earlier === undefined) return [{ member, task }]
  return earlier.includes(task) ? [] : [{ member, task: `${earlier}\n\n---\n\n${task}` }]
}

/** Shows whatever there is of a report, even a failed one. Its sentinels no longer mean anything. */
function readWork(session: Session, report: TaskReport): readonly Fact[] {
  if (report.report.trim() === '') return []
  return [messageOfReport(session, report, { kind: 'report', role: 'member', text: neutralised(report.report) })]
}

function readSynthesis(session: Session, report: TaskReport): readonly Fact[] {
  return [messageOfReport(session, report, { kind: 'synthesis', role: 'lead', text: report.report })]
}

type Words = { readonly kind: MessageKind; readonly role: Role; readonly text: string }

/** A follow-up, by the lead or the named member. */
const answerOf = ({ lead }: Orchestration, { agent, report }: TaskReport): Words => ({
  kind: 'answer',
  role: agent === lead ? 'lead' : 'member',
  text: report,
})

/** What an agent says, as a message for people. */
export function messageOfReport(session: Session, report: TaskReport, words: Words): Fact {
  const seat = session.run && seatOf(session.run, report.agent)
  const rehearsal = seat && session.run?.settings.models[seat.model]?.rehearsal
  return fact(
    'message',
    {
      author: report.agent,
      ...words,
      ...(report.incomplete && { incomplete: true }),
      ...(rehearsal && { rehearsal: true }),
    },
    whose(session, report),
  )
}

/** A task's failure, as an error that does not end the run by itself. */
export function failureOf(session: Session, report: TaskReport): readonly Fact[] {
  if (report.ok) return []
  const { code, message } = report.error ?? { code: 'failed', message: 'The agent failed.' }
  return [fact('error', { code, source: report.agent, message, fatal: false }, whose(session, report))]
}

/** The agent did not fail: a limit was reached before its first word. */
const isCut = ({ error }: TaskReport): boolean => error?.code === 'limit_reached'

export const whose = (session: Session, { task, agent }: TaskReport): EventPlace => ({
  task,
  agent,
  parent: String(session.run?.number ?? 0),
})
