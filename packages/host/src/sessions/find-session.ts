import { type Result, type SessionId, shortId } from '@convene/domain'
import type { Program } from '../program.ts'

export { shortId }

const SHORTEST = 4

/** The newest session in any command. No id contains an L. */
const LAST = 'last'

/** The session that a partial id means. */
export async function findSession(program: Program, part: string): Promise<Result<SessionId>> {
  const wanted = part.trim()
  if (wanted.toLowerCase() === LAST) return findLast(program)
  if (wanted.length < SHORTEST)
    return refuse(
      'bad_session',
      `"${wanted}" is too short for a session: give at least ${SHORTEST} characters of its id.`,
    )
  const { log } = await program.store()
  const found = await log.find(wanted)
  const exact = found.find((id) => id === wanted.toUpperCase())
  const [only] = found
  if (exact ?? (found.length === 1 && only)) return { ok: true, value: (exact ?? only) as SessionId }
  if (found.length > 1)
    return refuse(
      'ambiguous_session',
      `"${wanted}" matches several sessions: ${found.map(shortId).join(', ')}. Give more of the id.`,
    )
  return refuse('session_not_found', `No session "${wanted}".`)
}

async function findLast(program: Program): Promise<Result<SessionId>> {
  const { log } = await program.store()
  // Pinned sessions come first in the list, however old they are.
  const rows = await log.list({ limit: 200 })
  const newest = rows.toSorted((a, b) => b.updatedAt - a.updatedAt)[0]
  return newest ? { ok: true, value: newest.id } : refuse('session_not_found', 'There are no sessions yet.')
}

const refuse = (code: string, message: string): Result<never> => ({ ok: false, refusal: { code, message } })
