import { type Fact, fact } from '../../event/event.ts'
import type { TaskReport } from '../../mode/mode.ts'
import { isRepeated, readAnswer, unreadAs } from '../../mode/read-answer.ts'
import { type Session, seatName, seatOf } from '../../state/session.ts'
import { absorbPass, failureOf, messageOfReport, whose } from '../orchestrate/absorb.ts'
import { withoutSentinels } from '../orchestrate/sentinels.ts'
import { ownVerdict, score } from './answers.ts'
import { saysComplete, trendOf } from './read-evaluation.ts'
import { type Reflection, SCORE_UNREAD, VERDICT_UNREAD } from './state.ts'

/** The facts in a report: those orchestrate reads, and evaluations. */
export function absorbReflection(session: Session, data: Reflection, report: TaskReport): readonly Fact[] {
  const kind = data.pass.asked[report.place]
  if (kind === 'plan' && data.iteration > 1) return readReplan(session, data, report)
  if (kind !== 'evaluate') return absorbPass(session, data, report)
  // An evaluation cut off by a limit says nothing about the result.
  if (session.run?.limit && (report.incomplete || !report.ok)) return []
  if (report.ok) return readEvaluation(session, data, report)
  return report.agent === data.judge ? judgeFailed(session, data, report) : failureOf(session, report)
}

/** A later plan. A lead that assigns nobody must say that the goal is met: silence, a refusal or a cut plan does not. */
function readReplan(session: Session, data: Reflection, report: TaskReport): readonly Fact[] {
  const facts = absorbPass(session, data, report)
  const isAssigned = facts.some((one) => one.type === 'message' && one.data.kind === 'assignment')
  if (!report.ok || report.incomplete || isAssigned || isRepeated(session, report) || !saysComplete(report.report))
    return facts
  const evaluation = {
    iteration: data.iteration,
    score: data.rounds.at(-1)?.score ?? 1,
    rationale: withoutSentinels(report.report).slice(0, LONGEST_REASON),
    trend: 'stable' as const,
    by: report.agent,
    model: (session.run && seatOf(session.run, report.agent)?.model) ?? '',
    met: true,
  }
  return [...facts, fact('evaluation', evaluation, whose(session, report))]
}

const LONGEST_REASON = 2_000

function readEvaluation(session: Session, data: Reflection, report: TaskReport): readonly Fact[] {
  const judged = report.agent === data.judge
  const said = messageOfReport(session, report, {
    kind: 'evaluation',
    role: judged ? 'judge' : 'lead',
    text: report.report,
  })
  const verdict = readAnswer(session, report, judged ? score : ownVerdict, undefined)
  if (!verdict) return [said, (judged ? scoreUnread : verdictUnread)(session, data, report)]
  const seat = session.run && seatOf(session.run, report.agent)
  const { rationale, met } = verdict
  const evaluation = {
    iteration: data.iteration,
    score: verdict.score,
    rationale,
    trend: trendOf(verdict.score, data.rounds.at(-1)?.score),
    by: report.agent,
    model: seat?.model ?? '',
    ...(met && { met }),
  }
  return [said, fact('evaluation', evaluation, whose(session, report))]
}

/** It is asked once more. After that the lead judges its own result. A score is never made up. */
function scoreUnread(session: Session, { lead, unread }: Reflection, report: TaskReport): Fact {
  const name = (slug: string) => (session.run ? seatName(session.run, slug) : slug)
  const then = unread === 0 ? 'Asking again.' : `${name(lead)} judges its own result.`
  const what = unreadAs(session, report, name(report.agent), whyUnscored(name(report.agent), report))
  const message = `${what} ${then}`
  return fact(
    'warning',
    { code: SCORE_UNREAD, message, ...(unread > 0 && { unread: score.name }) },
    whose(session, report),
  )
}

/** A low score beside the word for a goal that is met is readable, but says two things. */
const whyUnscored = (name: string, { report }: TaskReport): string =>
  saysComplete(report)
    ? `${name} said that the goal is met and gave a score that denies it.`
    : `${name} gave no readable score, such as 0.85.`

/** It is asked once more. After that the iteration has no score, and the next one begins. */
function verdictUnread(session: Session, { iteration, unjudged }: Reflection, report: TaskReport): Fact {
  const name = session.run ? seatName(session.run, report.agent) : report.agent
  const then = unjudged === 0 ? 'Asking again.' : `Iteration ${iteration} has no score.`
  const message = `${unreadAs(session, report, name, `${name} did not say whether the goal is met.`)} ${then}`
  return fact(
    'warning',
    { code: VERDICT_UNREAD, message, ...(unjudged > 0 && { unread: ownVerdict.name }) },
    whose(session, report),
  )
}

/** Without its judge the run continues, and the lead judges its own result. */
function judgeFailed(session: Session, data: Reflection, report: TaskReport): readonly Fact[] {
  const { run } = session
  if (!run) return []
  const message = `${seatName(run, report.agent)} could not evaluate (${report.error?.message ?? 'no reason given'}): ${seatName(run, data.lead)} judges its own result.`
  return [fact('warning', { code: 'judge_failed', message }, whose(session, report))]
}
