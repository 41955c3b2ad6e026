import { randomUUID } from 'node:crypto'
import type { Actor, OneTime, PersonalToken } from '../../accounts/account/account.ts'
import type { NewToken } from '../../accounts/account/accounts.ts'
import type { PostgresDatabase } from '../database/database.ts'
import { endAccess, type SpaceMember } from './access.ts'
import { audited } from './audit.ts'

type DatabaseAndClock = { readonly database: PostgresDatabase; now(): number }

export async function createToken(place: DatabaseAndClock, token: NewToken, by: Actor): Promise<PersonalToken> {
  const { hash, ...rest } = token
  const made: PersonalToken = {
    ...rest,
    id: randomUUID(),
    createdAt: place.now(),
    usedAt: null,
    for: token.for ?? 'everything',
  }
  const { id, person, space, name, createdAt, expiresAt } = made
  const entry = { space, by, action: 'token.created', target: id, details: `${name}, for ${person}` }
  return audited(
    place,
    async ({ run }) => {
      await run({
        text: 'INSERT INTO tokens (id, hash, person, space, name, created_at, expires_at, use) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)',
        values: [id, hash, person, space, name, createdAt, expiresAt, made.for],
      })
      return made
    },
    () => entry,
  )
}

/** Tokens that still work. */
export const accessTokensOf = (
  database: PostgresDatabase,
  person: string,
  now: number,
): Promise<readonly PersonalToken[]> =>
  database.ask<PersonalToken>({
    text: `SELECT id, name, person, space, use AS "for", created_at AS "createdAt", expires_at AS "expiresAt", used_at AS "usedAt" FROM tokens
      WHERE person = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2) ORDER BY created_at DESC, id`,
    values: [person, now],
  })

export async function revokeToken(place: DatabaseAndClock, id: string, person: string, by: Actor): Promise<boolean> {
  const revoked = await audited(
    place,
    async ({ run }) => {
      const [row] = await run<{ space: string; name: string }>({
        text: `UPDATE tokens SET revoked_at = $3 WHERE id = $1 AND person = $2 AND revoked_at IS NULL RETURNING space, name`,
        values: [id, person, place.now()],
      })
      return row
    },
    ({ space, name }) => ({ space, by, action: 'token.revoked', target: id, details: `${name}, of ${person}` }),
  )
  return revoked !== undefined
}

export async function revokeTokens(place: DatabaseAndClock, member: SpaceMember, by: Actor): Promise<void> {
  const { space, person } = member
  await audited(
    place,
    async (connection) => {
      await endAccess(connection, member, place.now())
      return true
    },
    () => ({ space, by, action: 'tokens.revoked', target: person, details: 'all tokens and logins' }),
  )
}

export async function endToken(place: DatabaseAndClock, hash: string, by: Actor): Promise<void> {
  const [row] = await place.database.ask<{ id: string; person: string }>({
    text: 'SELECT id, person FROM tokens WHERE hash = $1',
    values: [hash],
  })
  if (row) await revokeToken(place, row.id, row.person, by)
}

export async function keepOneTime(database: PostgresDatabase, secret: OneTime, now: number): Promise<void> {
  await database.ask({
    text: `WITH over AS (DELETE FROM one_time WHERE expires_at < $5)
      INSERT INTO one_time (hash, purpose, data, expires_at) VALUES ($1, $2, $3, $4) ON CONFLICT (hash) DO NOTHING`,
    values: [secret.hash, secret.purpose, secret.data, secret.expiresAt, now],
  })
}

/** Not repeated if the connection breaks: nobody knows then whether it was taken, and twice is worse than never. */
export async function takeOneTime(
  database: PostgresDatabase,
  given: Pick<OneTime, 'hash' | 'purpose'>,
  now: number,
): Promise<string | undefined> {
  const take = {
    text: 'DELETE FROM one_time WHERE hash = $1 AND purpose = $2 RETURNING data, expires_at AS "expiresAt"',
    values: [given.hash, given.purpose],
  }
  try {
    const [row] = await database.once(({ run }) => run<{ data: string; expiresAt: number }>(take))
    return row && row.expiresAt > now ? row.data : undefined
  } catch (error) {
    throw database.explain(error)
  }
}
