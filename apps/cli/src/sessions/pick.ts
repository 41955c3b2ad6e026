import { cleanLine, type MessageId, type Result, refuse, resultsOf, type Session, seatsOf } from '@convene/domain'
import { findSession } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'

/** `convene pick`: the answer that counts as the result, and that follow-ups and later runs continue with. */
export async function pick(program: Program, input: Input): Promise<number> {
  const [part = '', wanted = ''] = input.words
  const found = await findSession(program, part)
  if (!found.ok) return program.refuse(found.refusal)
  const engine = await program.engine()
  const message = answerMeant(await engine.state(found.value), wanted)
  if (!message.ok) return program.refuse(message.refusal)
  const refusal = await engine.send(found.value, { type: 'pick', message: message.value })
  if (refusal) return program.refuse(refusal)
  program.terminal.err.write(`Picked ${message.value}. Follow-ups and new runs in this session continue with it.\n`)
  return 0
}

/** A message by its id, or the answer of an agent by its name or slug. */
function answerMeant(state: Session | undefined, wanted: string): Result<MessageId> {
  if (/^\[?m\d+\]?$/iu.test(wanted))
    return { ok: true, value: wanted.replace(/[[\]]/gu, '').toLowerCase() as MessageId }
  const run = state?.run
  if (!run) return refuse('no_run', 'Nothing was run in this session, so there is no answer to pick.')
  const seats = seatsOf(run.team)
  const seat = seats.find(({ slug, name }) => [slug, name.toLowerCase()].includes(wanted.toLowerCase()))
  const answers = resultsOf({ ...state, picked: null }, run)
  const own = answers.find(({ author }) => author === seat?.slug)
  if (own) return { ok: true, value: own.id }
  const there = answers.map(({ id, author }) => `${id} (${cleanLine(author)})`).join(', ')
  return refuse(
    'message_not_found',
    `"${cleanLine(wanted)}" has given no answer. ${there ? `Answers: ${there}.` : ''}`.trim(),
  )
}
