import type { Result, SessionId } from '@convene/domain'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { printJson, printLines } from '../terminal/print.ts'
import { findSession, shortId } from './find.ts'

/** `convene sessions fork`: a new session that begins with a copy, up to an event or a message. */
export async function forkSession(program: Program, input: Input): Promise<number> {
  const found = await findSession(program, input.words[0] ?? '')
  if (!found.ok) return program.refuse(found.refusal)
  const at = await placeOf(program, found.value, input.text('at'))
  if (!at.ok) return program.refuse(at.refusal)
  const fork = (await program.ids()).next() as SessionId
  const engine = await program.engine()
  const refusal = await engine.fork(found.value, at.value, fork)
  if (refusal) return program.refuse(refusal)
  if (input.flag('json')) return printJson(program, { id: fork, from: found.value, at: at.value })
  const id = shortId(fork)
  return printLines(program, [
    id,
    `  go on: convene resume ${id}`,
    `  a new run in it: convene run "…" --session ${id}`,
  ])
}

async function placeOf(program: Program, session: SessionId, at: string | undefined): Promise<Result<number>> {
  const { log } = await program.store()
  if (at === undefined) return { ok: true, value: await log.head(session) }
  if (/^\d+$/u.test(at)) return { ok: true, value: Number(at) }
  const events = await log.read(session)
  const message = events.find(({ id }) => id === at.toLowerCase())
  if (message) return { ok: true, value: message.seq }
  const last = events.findLast(({ id }) => id !== undefined)?.id ?? 'none'
  const text = `There is no place "${at}" in this session: give an event's number (1 to ${events.length}) or a message (m1 to ${last}).`
  return { ok: false, refusal: { code: 'bad_place', message: text } }
}
