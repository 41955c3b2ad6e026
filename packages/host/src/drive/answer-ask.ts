import { type Answer, type Ask, type Command, type Result, refuse } from '@convene/domain'
import type { FoundPending } from '../approvals/find-pending.ts'
import { patternProblem, proposedAlways } from '../approvals/grant.ts'
import type { Pending } from '../approvals/pending.ts'
import { rememberAlways } from '../approvals/remember.ts'
import type { Program } from '../program.ts'
import { sendCommand } from './send-command.ts'

/** The user's answer to an ask. */
export type PersonsAnswer = {
  readonly answer: Answer
  readonly pattern?: string | undefined
  readonly reason?: string | undefined
}

export type Permit = Extract<Command, { type: 'permit' }>

/** The command that gives an answer, or why the answer is invalid. */
export function permitFor(ask: Ask, { answer, pattern: given, reason }: PersonsAnswer): Result<Permit> {
  if (given !== undefined && answer !== 'session' && answer !== 'always')
    return refuse('bad_answer', 'A pattern needs the answer session or always.')
  if (reason !== undefined && answer !== 'deny') return refuse('bad_answer', 'A reason needs the answer deny.')
  const problem = given === undefined ? undefined : patternProblem(ask, given)
  if (problem) return refuse('bad_answer', `Invalid pattern ${given}. ${problem}`)
  const pattern = given ?? (answer === 'always' ? proposedAlways(ask) : undefined)
  const kept = { ...(pattern !== undefined && { pattern }), ...(reason !== undefined && { reason }) }
  return { ok: true, value: { type: 'permit', ask: ask.ask, answer, by: 'user', ...kept } }
}

const otherWay = (pending: Exclude<Pending, { kind: 'ask' }>): string => {
  if (pending.kind === 'vote') return 'This is a vote. Vote for one of its options.'
  const { gate } = pending.question
  return gate === null ? 'This is a question. Answer it with text.' : `This is a ${gate}. Approve it or reject it.`
}

/**
 * Passes the user's answer to the waiting session, which continues here, and saves permanent rules. Returns what to
 * tell the user.
 */
export async function answerAsk(
  program: Program,
  { session, pending }: FoundPending,
  answer: PersonsAnswer,
): Promise<Result<readonly string[]>> {
  if (pending.kind !== 'ask') return refuse('bad_answer', otherWay(pending))
  const permit = permitFor(pending.ask, answer)
  if (!permit.ok) return permit
  const told = await sendCommand(program, session, permit.value)
  if (!told.ok || answer.answer !== 'always') return told
  const pattern = permit.value.pattern ?? pending.ask.proposed
  return { ok: true, value: [...told.value, await rememberAlways(program, pending.ask, pattern, session.workspace)] }
}
