import { type Result, refuse, type Session } from '@convene/domain'
import type { Program } from '../program.ts'
import { shortId } from '../sessions/find-session.ts'
import { type Pending, pendingIn } from './pending.ts'

const SHORTEST = 4
const MOST_SESSIONS = 10_000

/** Something that waits, with the session it waits in and the id by which people name it. */
export type Waiting = { readonly id: string; readonly session: Session; readonly pending: Pending }

/** Everything that waits for a person, in all sessions, the oldest first. */
export async function allPending(program: Program): Promise<readonly Waiting[]> {
  const { log } = await program.store()
  const engine = await program.engine()
  const rows = await log.list({ waiting: true, limit: MOST_SESSIONS })
  const sessions = await Promise.all(rows.map(({ id }) => engine.state(id)))
  const found = sessions.flatMap((session) =>
    session ? pendingIn(session).map((pending) => ({ id: waitingId(session, pending), session, pending })) : [],
  )
  return found.sort((a, b) => a.pending.since - b.pending.since)
}

/** `5V8Q2K7N:1/coder/c2-1`: the part of the session's id that lists show, and the call. */
export const waitingId = (session: Session, { id }: Pending): string =>
  `${shortId(session.id)}:${id.replace(/\/(ask|question)$/u, '')}`

/** The ask that a person means by any part of its id. */
export async function findAsk(program: Program, part: string): Promise<Result<Waiting>> {
  const wanted = part.trim().toLowerCase()
  if (wanted.length < SHORTEST)
    return refuse('bad_approval', `"${part}" is too short: give at least ${SHORTEST} characters of the id.`)
  const asks = (await allPending(program)).filter(({ pending }) => pending.kind === 'ask')
  const whole = ({ id, session }: Waiting) => `${session.id}:${id.slice(id.indexOf(':') + 1)}`.toLowerCase()
  const exact = asks.filter(({ id }) => id.toLowerCase() === wanted)
  const found = exact.length > 0 ? exact : asks.filter((each) => whole(each).includes(wanted))
  const [only, ...others] = found
  if (only && others.length === 0) return { ok: true, value: only }
  if (only)
    return refuse('ambiguous_approval', `"${part}" fits several: ${found.map(({ id }) => id).join(', ')}. Give more.`)
  return refuse('approval_not_found', `Nothing called "${part}" waits for approval.`)
}
