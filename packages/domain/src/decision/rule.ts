import { type Fact, fact } from '../event/event.ts'
import type { TaskReport } from '../mode/mode.ts'
import { readAnswer } from '../mode/read-answer.ts'
import { type Decision, RULING_UNREAD } from '../state/decision.ts'
import type { Run, Session } from '../state/session.ts'
import { ruling as declared } from './answers.ts'
import { commit, voterName } from './commit.ts'
import { runRecordOf } from './run-record.ts'
import { resultOf } from './tally.ts'

const WHY = { tie: 'The vote was a tie.', quorum: 'Fewer than half voted.' } as const
/** An unreadable ruling is requested once more. */
const MOST_UNREAD = 2

/** The lead's decision. If its answer names no option, it is asked again. After that the decision stays open. */
export function ruleByLead(session: Session, run: Run, decision: Decision, report: TaskReport): readonly Fact[] {
  const result = resultOf(decision, runRecordOf(run, session.tags))
  const { because, among } = result.how === 'lead' ? result : { because: 'quorum' as const, among: decision.options }
  const ruling = readAnswer(session, report, declared, among)
  const name = voterName(run, report.agent)
  if (!ruling) return report.ok ? unread(session, run, decision, name) : leaveOpen(session, run, decision)
  const who = run.team.lead
    ? `${name}, the lead, decided.`
    : `The team has no lead: ${name}, the first member, decided.`
  const rationale = [`${WHY[because]} ${who}`, ruling.reason].filter((part) => part !== '').join('\n')
  return commit(session, run, decision, { option: ruling.option, how: 'lead', rationale })
}

function unread(session: Session, run: Run, decision: Decision, name: string): readonly Fact[] {
  if (decision.unreadRulings + 1 >= MOST_UNREAD || run.limit) return leaveOpen(session, run, decision)
  const message = `The decision by ${name} on "${decision.topic}" names none of the options and is requested again.`
  return [fact('warning', { code: RULING_UNREAD, message, details: decision.id })]
}

/** Nobody could be asked or gave a readable answer. The votes are kept, and no result is read into them. */
export function leaveOpen(session: Session, run: Run, decision: Decision): readonly Fact[] {
  const result = resultOf(decision, runRecordOf(run, session.tags))
  const why = result.how === 'lead' ? WHY[result.because] : ''
  const rationale = `${why} No decider named one of the options, so the question stays open.`.trim()
  const message = `Undecided: "${decision.topic}". ${rationale} Decide it yourself.`
  return [
    fact('warning', { code: 'undecided', message }),
    ...commit(session, run, decision, { option: '', how: 'undecided', rationale }),
  ]
}
