import { optionMeant } from '../answer/option.ts'
import { isAbstention } from '../answer/words.ts'
import { type Fact, fact } from '../event/event.ts'
import { ok, type Result, refuse } from '../shared/result.ts'
import type { Command } from '../state/command.ts'
import { type Decision, type Decisions, decisionBy, hasVoted, isUndecided } from '../state/decision.ts'
import { isActive, isPaused, type Session } from '../state/session.ts'
import { USER } from '../team/user-seat.ts'
import { refuseProposal } from './options.ts'
import { proposeDecision, voters } from './propose.ts'

/** The user calls a team vote during a run. */
export function acceptProposal(
  session: Session,
  { topic, options, evidence = '' }: Extract<Command, { type: 'propose' }>,
): Result<readonly Fact[]> {
  const { run } = session
  if (!run || !(isActive(session) || isPaused(session)))
    return refuse('illegal_command', 'Decisions need a running team. Start a run, then propose it.')
  const problem = refuseProposal(topic, options)
  if (problem) return refuse('bad_proposal', problem)
  const id = freeName(session.decisions)
  return ok(proposeDecision(session, run, { id, topic, options, evidence, eligible: voters(run), by: USER }))
}

/** The user's own vote: once, while the vote is open, and only if they have a seat. */
export function acceptVote(
  session: Session,
  { decision: id, option: said, reason = '' }: Extract<Command, { type: 'vote' }>,
): Result<readonly Fact[]> {
  const decision = decisionBy(session.decisions, id)
  if (!decision) return refuse('decision_not_found', `No decision ${id} in this run.${openOnes(session.decisions)}`)
  const problem = refuseVote(decision, USER)
  if (problem) return refuse(problem.code, problem.message)
  const cast = castIn(decision, said)
  if (!cast) return refuse('unknown_option', unknownOption(decision, said))
  return ok([fact('decision.voted', { decision: id, voter: USER, ...cast, reason })])
}

/** Why this voter's vote would not count. */
export function refuseVote(decision: Decision, voter: string): { code: string; message: string } | undefined {
  if (!isUndecided(decision) || decision.stage === 'deciding')
    return { code: 'vote_closed', message: 'The vote is already closed.' }
  if (hasVoted(decision, voter))
    return { code: 'already_voted', message: 'You have already voted. Votes cannot be changed.' }
  if (decision.eligible.includes(voter)) return undefined
  const seat = voter === USER ? ' To vote in the next run, turn on decisions.userVotes in the settings.' : ''
  return { code: 'not_eligible', message: `You have no vote in this decision.${seat}` }
}

/** What a vote is for: an option or an abstention. */
export function castIn({ options }: Decision, said: string): { option: string; abstains?: true } | undefined {
  const option = optionMeant(options, said)
  if (option !== undefined) return { option }
  return isAbstention(said) ? { option: '', abstains: true } : undefined
}

export const unknownOption = ({ options }: Decision, said: string): string =>
  `"${said.slice(0, 80)}" is not one of the options: ${options.map((option, index) => `${index + 1}. ${option}`).join('; ')}. You can also abstain.`

/** The open decisions, for the refusal of an unknown one. */
export function openOnes(decisions: Decisions, voter?: string): string {
  const open = Object.values(decisions).filter(
    (decision) => isUndecided(decision) && (voter === undefined || decision.eligible.includes(voter)),
  )
  if (open.length === 0) return ' No vote is open.'
  return ` Open: ${open.map(({ id, topic, options }) => `${id} (${topic}: ${options.join(' / ')})`).join('; ')}.`
}

/** The first of d1, d2 … that is free in this run. */
function freeName(decisions: Decisions): string {
  let number = 1
  while (decisionBy(decisions, `d${number}`)) number++
  return `d${number}`
}
