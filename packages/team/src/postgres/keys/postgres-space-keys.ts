import type { Refusal } from '@convene/domain'
import type { ReadKeys, SpaceKey, SpaceKeys } from '../../accounts/keys/space-keys.ts'
import { audited } from '../accounts/audit.ts'
import type { PostgresDatabase } from '../database/database.ts'
import { type Seal, sealWith } from './seal.ts'

export type SpaceKeysOptions = {
  readonly database: PostgresDatabase
  now(): number
  /** `CONVENE_SECRET_KEY`. */
  readonly secretKey: string | undefined
}

type Sealed = { readonly space: string; readonly variable: string; readonly sealed: string }

/** Keys in the database, encrypted with a key that is not in it. */
export function postgresSpaceKeys({ secretKey, ...place }: SpaceKeysOptions): SpaceKeys {
  const { database } = place
  const seal = secretKey === undefined ? undefined : sealWith(secretKey)
  const read = async (text: string, value: string) =>
    opened(seal, await database.ask<Sealed>({ text, values: [value] }))
  return {
    list: (space) =>
      database.ask<SpaceKey>({
        text: 'SELECT variable, created_at AS "createdAt" FROM space_keys WHERE space = $1 ORDER BY variable',
        values: [space],
      }),
    async set({ space, variable, value }, by) {
      if (!seal) return secretKey === undefined ? noSecretKey : badSecretKey
      const sealed = seal.close(value, aboutOf({ space, variable }))
      await audited(
        place,
        async ({ run }) => {
          const text = `INSERT INTO space_keys (space, variable, sealed, created_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (space, variable) DO UPDATE SET sealed = excluded.sealed, created_at = excluded.created_at`
          await run({ text, values: [space, variable, sealed, place.now()] })
          return true
        },
        () => ({ space, by, action: 'key.set', target: variable, details: '' }),
      )
      return undefined
    },
    remove: ({ space, variable }, by) =>
      audited(
        place,
        async ({ run }) => {
          const text = 'DELETE FROM space_keys WHERE space = $1 AND variable = $2 RETURNING variable'
          return (await run({ text, values: [space, variable] })).length > 0
        },
        () => ({ space, by, action: 'key.removed', target: variable, details: '' }),
      ),
    of: (space) => read('SELECT space, variable, sealed FROM space_keys WHERE space = $1', space),
    ofSession: (session) =>
      read('SELECT k.space, variable, sealed FROM space_keys k JOIN sessions s USING (space) WHERE s.id = $1', session),
  }
}

const aboutOf = ({ space, variable }: Pick<Sealed, 'space' | 'variable'>): string => `${space} ${variable}`

function opened(seal: Seal | undefined, rows: readonly Sealed[]): ReadKeys {
  const keys = rows.map((row) => [row.variable, seal?.open(row.sealed, aboutOf(row)) ?? ''] as const)
  const unread = keys.filter(([, value]) => value === '').map(([variable]) => variable)
  return { keys: Object.fromEntries(keys), problems: unread.map(unreadable) }
}

const unreadable = (variable: string): string =>
  `The space has its own ${variable}, which this server cannot decrypt. Set CONVENE_SECRET_KEY as on the server that stored it.`

const noSecretKey: Refusal = {
  code: 'no_secret_key',
  message:
    'Keys of a space are stored encrypted, and this server has nothing to encrypt them with. Set CONVENE_SECRET_KEY to the same 64 hexadecimal digits on every server: openssl rand -hex 32',
}

const badSecretKey: Refusal = {
  code: 'no_secret_key',
  message: 'CONVENE_SECRET_KEY must be 64 hexadecimal digits. Create it with: openssl rand -hex 32',
}
