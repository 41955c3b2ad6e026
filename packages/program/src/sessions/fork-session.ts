import type { Result, SessionId } from '@convene/domain'
import type { Program } from '../program.ts'

/** A session that begins with a copy of another, and where it was cut. */
export type Fork = { readonly id: SessionId; readonly from: SessionId; readonly at: number }

/** A new session that begins with a copy, up to an event's number or a message; to the end if no place is named. */
export async function forkSession(program: Program, from: SessionId, place: string | undefined): Promise<Result<Fork>> {
  const at = await placeOf(program, from, place)
  if (!at.ok) return at
  const id = (await program.ids()).next() as SessionId
  await (await program.adapters()).imageFiles(program.home).share(from, id)
  const refusal = await (await program.engine()).fork(from, at.value, id)
  return refusal ? { ok: false, refusal } : { ok: true, value: { id, from, at: at.value } }
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
