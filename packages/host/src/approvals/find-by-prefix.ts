import { type Result, refuse, type SessionId } from '@convene/domain'
import type { Program } from '../program.ts'
import { shortId } from '../sessions/find-session.ts'
import { type FoundPending, findApproval, shownId, waitingIn } from './find-pending.ts'

const SHORTEST = 4
const MOST_SESSIONS = 10_000

/**
 * The ask that the user at a terminal means: by its id, or by a prefix that no other pending ask has. The id of an
 * answered ask means only that one, and a prefix never ends inside a number: `c1-1` is not `c1-10`.
 */
export async function findByPrefix(program: Program, written: string): Promise<Result<FoundPending>> {
  const wanted = written.trim()
  if (wanted.length < SHORTEST)
    return refuse('bad_approval', `"${written}" is too short: give at least ${SHORTEST} characters of the id.`)
  const [place = '', ...rest] = wanted.split('.')
  const path = rest.length === 0 ? '' : `.${rest.join('.')}`
  const sessions = await sessionsAt(program, place.toUpperCase(), path !== '')
  const [only, ...others] = sessions
  if (!only) return nothingAt(written)
  if (others.length > 0)
    return refuse(
      'ambiguous_approval',
      `"${written}" matches several: ${sessions.map(shortId).join(', ')}. Give more of the id.`,
    )
  return findIn(program, only, path, written)
}

async function findIn(program: Program, id: SessionId, path: string, written: string): Promise<Result<FoundPending>> {
  const whole = await findApproval(program, `${id}${path}`)
  if (whole.ok || whole.refusal.code === 'already_answered') return whole
  const session = await (await program.engine()).state(id)
  const asks = (session ? waitingIn(session) : []).filter(({ pending }) => pending.kind === 'ask')
  const found = asks.filter((each) => begins(each.id.slice(id.length), path))
  const [only, ...others] = found
  if (only && others.length === 0) return { ok: true, value: only }
  return only
    ? refuse(
        'ambiguous_approval',
        `"${written}" matches several: ${found.map(shownId).join(', ')}. Give more of the id.`,
      )
    : nothingAt(written)
}

const begins = (id: string, path: string): boolean =>
  id.startsWith(path) && !/^\d\d$/u.test(`${path.at(-1) ?? ''}${id[path.length] ?? ''}`)

const nothingAt = (written: string): Result<never> =>
  refuse(
    'approval_not_found',
    `No pending approval has an id that begins with "${written}". List them: convene approvals`,
  )

/**
 * Finds sessions by their rows alone, without loading any. One without anything pending may already have been answered.
 */
async function sessionsAt(program: Program, place: string, isWhole: boolean): Promise<readonly SessionId[]> {
  const { log } = await program.store()
  const fits = (id: string) =>
    [id, shortId(id)].some((name) => (isWhole ? name === place : place !== '' && name.startsWith(place)))
  const waiting = (await log.list({ waiting: true, limit: MOST_SESSIONS })).map(({ id }) => id).filter(fits)
  return waiting.length > 0 || !isWhole ? waiting : (await log.find(place)).filter(fits)
}
