import { type Fact, fact } from '../event/event.ts'
import type { Report } from '../mode/mode.ts'
import type { Run, Session } from '../session/state.ts'
import { commit, nameOf } from './commit.ts'
import type { Decision } from './decision.ts'
import { readChoice } from './read-answer.ts'
import { resultOf } from './tally.ts'

const WHY = { tie: 'The vote was a tie.', quorum: 'Fewer than half have voted.' } as const

/** The decision as the lead has made it, or without it where its answer names none of the options. */
export function ruleByLead(session: Session, run: Run, decision: Decision, report: Report): readonly Fact[] {
  const result = resultOf(decision)
  const { because, among } = result.how === 'lead' ? result : { because: 'quorum' as const, among: decision.options }
  const choice = readChoice(report.report, 'DECISION', among)
  if (!choice) return ruleWithoutLead(session, run, decision)
  const name = nameOf(run, report.agent)
  const who = run.team.lead
    ? `${name}, the lead, decided.`
    : `The team has no lead: ${name}, the first member, decided.`
  const rationale = [`${WHY[because]} ${who}`, choice.reason].filter((part) => part !== '').join('\n')
  return commit(session, run, decision, { option: choice.option, how: 'lead', rationale })
}

/** Nobody could be asked, or gave no readable answer: the first of the options that are ahead. Said, never hidden. */
export function ruleWithoutLead(session: Session, run: Run, decision: Decision): readonly Fact[] {
  const result = resultOf(decision)
  const [option = ''] = result.how === 'lead' ? result.among : [result.option]
  const why = result.how === 'lead' ? WHY[result.because] : ''
  const rationale =
    `${why} The lead gave no readable decision, so the first of the options that were left was taken.`.trim()
  const warning = {
    code: 'undecided',
    message: `Nobody decided "${decision.topic}": ${option} was taken as the first option left.`,
  }
  return [fact('warning', warning), ...commit(session, run, decision, { option, how: 'lead', rationale })]
}
