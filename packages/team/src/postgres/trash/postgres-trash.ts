import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Trash, TrashEntry } from '@convene/engine'
import { MAIN_SPACE } from '../../accounts/role/main-space.ts'
import type { PostgresDatabase } from '../database/database.ts'
import { inAllSpaces, oneSpace, type SpaceScope } from '../database/scope.ts'
import { withoutNul } from '../event-log/append.ts'

export type PostgresTrash = Trash & {
  /** What was deleted in one space. Anything else looks missing. */
  inSpace(space: string): Trash
}

/** Deleted sessions in the database, compressed. Every server can restore them. */
export const postgresTrash = (database: PostgresDatabase): PostgresTrash => ({
  ...trashIn(inAllSpaces(database)),
  inSpace: (space) => trashIn(oneSpace(database, space)),
})

/**
 * Names begin with their session's id. The session still exists when something of it is put here, or is here itself.
 */
const ID_LENGTH = 26

const inScope = (parameter: string): string => `(${parameter}::text IS NULL OR space = ${parameter})`

function trashIn({ ask, space }: SpaceScope): Trash {
  const scope = space ?? null
  return {
    async put(name, bytes, title) {
      const packed = await promisify(gzip)(bytes)
      await ask({
        text: `INSERT INTO trash (name, put_at, title, bytes, space) VALUES ($1, $2, $3, $4,
            coalesce($5, (SELECT space FROM sessions WHERE id = left($1, ${ID_LENGTH})),
              (SELECT space FROM trash WHERE name = left($1, ${ID_LENGTH}) || '.jsonl'), '${MAIN_SPACE}'))
          ON CONFLICT (name) DO UPDATE SET put_at = excluded.put_at, title = excluded.title, bytes = excluded.bytes
            WHERE trash.space = excluded.space`,
        values: [name, Date.now(), title === undefined ? null : withoutNul(title), packed, scope],
      })
    },
    async get(name) {
      const text = `SELECT bytes FROM trash WHERE name = $1 AND ${inScope('$2')}`
      const [row] = await ask<{ bytes: Buffer }>({ text, values: [name, scope] })
      return row && promisify(gunzip)(row.bytes)
    },
    async list() {
      const text = `SELECT name, put_at AS at, title, space FROM trash WHERE ${inScope('$1')} ORDER BY put_at DESC`
      const rows = await ask<Row>({ text, values: [scope] })
      return rows.map(({ title, ...row }): TrashEntry => {
        return { ...row, where: `"${row.name}" in the database`, ...(title !== null && { title }) }
      })
    },
    async remove(name) {
      await ask({ text: `DELETE FROM trash WHERE name = $1 AND ${inScope('$2')}`, values: [name, scope] })
    },
    async empty(before) {
      await ask({ text: `DELETE FROM trash WHERE put_at < $1 AND ${inScope('$2')}`, values: [before, scope] })
    },
  }
}

type Row = { readonly name: string; readonly at: number; readonly title: string | null; readonly space: string }
