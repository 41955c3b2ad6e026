import { byAlias, mentioned } from '../../../../anonymity/anonymity.ts'
import type { DeclaredAnswer } from '../../../../answer/declared.ts'
import { valueIn, withoutMarks } from '../../../../answer/marks.ts'
import { type EventPlace, type Fact, fact } from '../../../../event/event.ts'
import type { TaskReport } from '../../../../mode/mode.ts'
import { ownWords } from '../../../../mode/read-answer.ts'
import { agentMessage } from '../../setup/agent-messages.ts'
import { converged, nextSpeaker } from '../answers.ts'
import { readConverged, readRedirect } from '../reading.ts'
import { waiting } from '../speakers.ts'
import type { DebateContext } from '../state.ts'
import { isSecondAttempt } from './checks.ts'
import { mayConverge } from './convergence.ts'

/** The Moderator's ruling: whether it has converged, who speaks next, and who is called back to the topic. */
export const moderator = (context: DebateContext, report: TaskReport, place: EventPlace): readonly Fact[] =>
  context.session.tasks[report.task]?.kind === 'next_speaker'
    ? picks(context, report, place)
    : judges(context, report, place)

function picks(context: DebateContext, report: TaskReport, place: EventPlace): readonly Fact[] {
  const { run, session } = context
  const text = ownWords(session, report)
  const named = byAlias(run, valueIn(text, 'NEXT') ?? '') ?? mentioned(run, text)
  const to = waiting(context).find(({ slug }) => slug === named)?.slug
  const said = agentMessage(
    run,
    report,
    { kind: 'moderation', text: report.report, ...(to !== undefined && { to }) },
    place,
  )
  if (to !== undefined) return [said, ...redirectFacts(context, text, place)]
  const code = 'next_speaker_unread'
  const what = 'The Moderator named no panelist who can speak now'
  return [said, unread({ code, answer: nextSpeaker, what, next: 'the next one in order speaks' }, report, place)]
}

function judges(context: DebateContext, report: TaskReport, place: EventPlace): readonly Fact[] {
  const { run } = context
  const text = report.report
  const said = agentMessage(run, report, { kind: 'moderation', text }, place)
  const says = readConverged(text)
  if (says === undefined) {
    const code = 'convergence_unread'
    const what = 'The Moderator did not clearly say whether the panelists agree'
    return [said, unread({ code, answer: converged, what, next: 'the discussion continues' }, report, place)]
  }
  const action = says && mayConverge(context) ? 'converged' : 'approved'
  const held =
    says && action === 'approved' ? ' (but positions just changed, or a panelist asked for more analysis)' : ''
  const ruling = withoutMarks(text, { words: ['REDIRECT'] })
  const reason = `${ruling.replace(/\s+/g, ' ').slice(0, 300)}${held}`
  return [
    said,
    ...redirectFacts(context, text, place),
    fact('moderation', { action, rule: 'convergence', reason }, { task: report.task, parent: String(run.number) }),
  ]
}

type Unread = {
  readonly code: string
  readonly answer: Pick<DeclaredAnswer, 'name'>
  readonly what: string
  readonly next: string
}

/** It is asked again once. After that, the warning says what happens next, and nothing is guessed. */
function unread({ code, answer, what, next }: Unread, { task }: TaskReport, place: EventPlace): Fact {
  const isLast = isSecondAttempt(task)
  const message = `${what}: ${isLast ? next : 'it is asked again'}.`
  return fact('warning', { code, message, ...(isLast && { unread: answer.name }) }, place)
}

function redirectFacts({ run }: DebateContext, text: string, place: EventPlace): readonly Fact[] {
  const redirect = readRedirect(text)
  if (!redirect) return []
  const one = byAlias(run, redirect.whom)
  const all = /^all$/i.test(redirect.whom) ? run.team.members.map(({ slug }) => slug) : []
  const data = { action: 'redirected', rule: 'off_topic', reason: redirect.sentence } as const
  if (one !== undefined) return [fact('moderation', data, { ...place, agent: one })]
  return all.length === 0 ? [] : [fact('moderation', { ...data, to: all }, { task: place.task, parent: place.parent })]
}
