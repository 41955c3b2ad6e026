import type { Login, SignedInCaller, TokenUse } from '../../accounts/account/account.ts'
import type { SpaceRole } from '../../accounts/account/role.ts'
import type { PostgresDatabase } from '../database/database.ts'

/** An idle login ends after this time. */
const IDLE_MS = 7 * 86_400_000
/** The precision of `seen_at` and `used_at`. Without it, each request would write. */
const EXACT_MS = 60_000

/** Otherwise somebody who left the company, and therefore never logs in again, would keep the roles of their groups. */
const HAS_ROLE = '(m.until IS NULL OR m.until > $2)'

type Row = {
  readonly id: string
  readonly name: string
  readonly space: string
  readonly role: SpaceRole
  readonly isProgram: boolean
}

const callerOf = (row: Row | undefined): SignedInCaller | undefined =>
  row && {
    person: { id: row.id, name: row.name },
    space: row.space,
    role: row.role,
    ...(row.isProgram && { isProgram: true }),
  }

/** Checked for each request: a revoked token is refused at the next one. */
export async function callerByToken(
  database: PostgresDatabase,
  hash: string,
  now: number,
): Promise<(SignedInCaller & { readonly for: TokenUse }) | undefined> {
  const [row] = await database.ask<Row & { readonly token: string; readonly use: TokenUse; readonly isStale: boolean }>(
    {
      name: 'caller-by-token',
      text: `SELECT p.id, p.name, p.program AS "isProgram", t.space, m.role, t.id AS token, t.use, coalesce(t.used_at, 0) < $2::bigint - ${EXACT_MS} AS "isStale"
      FROM tokens t JOIN people p ON p.id = t.person JOIN members m ON m.person = t.person AND m.space = t.space
      WHERE t.hash = $1 AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > $2) AND ${HAS_ROLE}`,
      values: [hash, now],
    },
  )
  if (row?.isStale)
    await database.ask({ text: 'UPDATE tokens SET used_at = $2 WHERE id = $1', values: [row.token, now] })
  const caller = callerOf(row)
  return row && caller && { ...caller, for: row.use }
}

export async function callerByLogin(
  database: PostgresDatabase,
  hash: string,
  now: number,
): Promise<SignedInCaller | undefined> {
  const [row] = await database.ask<Row & { readonly isStale: boolean }>({
    name: 'caller-by-login',
    text: `SELECT p.id, p.name, p.program AS "isProgram", l.space, m.role, l.seen_at < $2::bigint - ${EXACT_MS} AS "isStale"
      FROM logins l JOIN people p ON p.id = l.person JOIN members m ON m.person = l.person AND m.space = l.space
      WHERE l.hash = $1 AND l.expires_at > $2 AND l.seen_at > $2::bigint - ${IDLE_MS} AND ${HAS_ROLE}`,
    values: [hash, now],
  })
  if (row?.isStale) await database.ask({ text: 'UPDATE logins SET seen_at = $2 WHERE hash = $1', values: [hash, now] })
  return callerOf(row)
}

export async function createLogin(database: PostgresDatabase, login: Login, now: number): Promise<void> {
  const { hash, person, space, expiresAt } = login
  await database.ask({
    text: `WITH over AS (DELETE FROM logins WHERE expires_at < $4 OR seen_at < $4::bigint - ${IDLE_MS})
      INSERT INTO logins (hash, person, space, expires_at, seen_at) VALUES ($1, $2, $3, $5, $4) ON CONFLICT (hash) DO NOTHING`,
    values: [hash, person, space, now, expiresAt],
  })
}

export async function switchSpace(database: PostgresDatabase, hash: string, space: string): Promise<boolean> {
  const moved = await database.ask({
    text: `UPDATE logins l SET space = $2 FROM members m WHERE l.hash = $1 AND m.person = l.person AND m.space = $2 RETURNING 1`,
    values: [hash, space],
  })
  return moved.length > 0
}
