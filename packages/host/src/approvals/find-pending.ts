import { approvalId, type Result, refuse, type Session, type SessionId, sessionOfApproval } from '@convene/domain'
import type { Program } from '../program.ts'
import { shortId } from '../sessions/find-session.ts'
import { readWhole } from '../sessions/read-whole.ts'
import { statesOf } from '../sessions/states-of.ts'
import { firstAnswer } from './first-answer.ts'
import { type Pending, pendingIn } from './pending.ts'

const MOST_SESSIONS = 10_000

/** Something pending, with its session and the id that every interface uses for it. */
export type FoundPending = { readonly id: string; readonly session: Session; readonly pending: Pending }

/** Everything pending in all sessions, oldest first. */
export async function allPending(program: Program): Promise<readonly FoundPending[]> {
  const { log } = await program.store()
  const rows = await log.list({ waiting: true, limit: MOST_SESSIONS })
  const sessions = await statesOf(
    program,
    rows.map(({ id }) => id),
  )
  return sessions.flatMap(waitingIn).sort((a, b) => a.pending.since - b.pending.since)
}

/** Everything pending in one session. */
export const waitingIn = (session: Session): readonly FoundPending[] =>
  pendingIn(session).map((pending) => ({ id: approvalId(session.id, pending.id), session, pending }))

/** The id as people read and type it: `7Q4M2KXR.1.coder.c2-1`, with the part of the session's id that lists show. */
export const shownId = ({ id, session }: FoundPending): string => `${shortId(session.id)}${id.slice(session.id.length)}`

/** What is pending under this exact id. Looks only into its session, and accepts no prefixes. */
export async function findApproval(program: Program, id: string): Promise<Result<FoundPending>> {
  const session = await stateOf(program, sessionOfApproval(id) as SessionId)
  const waiting = session && waitingIn(session).find((each) => each.id === id)
  if (waiting) return { ok: true, value: waiting }
  const over = session && (await overText(program, session.id, id))
  return over
    ? refuse('already_answered', over)
    : refuse('approval_not_found', `No approval is pending under the id ${id}.`)
}

/** What became of an ask that was answered, expired, or ended with its task. Undefined if no agent ever asked it. */
async function overText(program: Program, session: SessionId, id: string): Promise<string | undefined> {
  const { log } = await program.store()
  const events = await readWhole(log, session)
  const asked = events.find((event) => event.type === 'permission.asked' && approvalId(session, event.data.ask) === id)
  if (asked?.type !== 'permission.asked') return undefined
  return firstAnswer(events, asked.data.ask) ?? 'This approval is no longer pending: its task has ended.'
}

async function stateOf(program: Program, session: SessionId): Promise<Session | undefined> {
  const { log } = await program.store()
  return (await log.head(session)) > 0 ? (await program.engine()).state(session) : undefined
}
