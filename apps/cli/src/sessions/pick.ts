import { cleanLine, type MessageId, type Result, refuse, resultsOf, type Session, seatsOf } from '@convene/domain'
import { findSession } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'

/** `convene pick`: chooses the answer that becomes the result, which follow-ups and later runs build on. */
export async function pick(program: CliProgram, input: Input): Promise<number> {
  const [part = '', wanted = ''] = input.words
  const found = await findSession(program, part)
  if (!found.ok) return program.refuse(found.refusal)
  const engine = await program.engine()
  const message = answerMeant(await engine.state(found.value), wanted)
  if (!message.ok) return program.refuse(message.refusal)
  const refusal = await engine.send(found.value, { type: 'pick', message: message.value })
  if (refusal) return program.refuse(refusal)
  program.terminal.err.write(`Picked ${message.value}. Follow-ups and new runs in this session build on it.\n`)
  return 0
}

/** A message by id, or an agent's answer by the agent's name or slug. */
function answerMeant(state: Session | undefined, wanted: string): Result<MessageId> {
  if (/^\[?m\d+\]?$/iu.test(wanted))
    return { ok: true, value: wanted.replace(/[[\]]/gu, '').toLowerCase() as MessageId }
  const run = state?.run
  if (!run) return refuse('no_run', 'This session has no run yet, so it has no answers to pick.')
  const seats = seatsOf(run.team)
  const seat = seats.find(({ slug, name }) => [slug, name.toLowerCase()].includes(wanted.toLowerCase()))
  const answers = resultsOf({ ...state, picked: null }, run)
  const own = answers.find(({ author }) => author === seat?.slug)
  if (own) return { ok: true, value: own.id }
  const there = answers.map(({ id, author }) => `${id} (${cleanLine(author)})`).join(', ')
  return refuse(
    'message_not_found',
    `"${cleanLine(wanted)}" has no answer here. ${there ? `Answers: ${there}.` : ''}`.trim(),
  )
}
