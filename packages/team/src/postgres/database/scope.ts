import { type PostgresDatabase, repeated } from './database.ts'

/**
 * What a log sees: the sessions of one space, or all. Every statement in a scope names its space, and if one ever
 * forgets to, Postgres itself hides all other rows (row-level security).
 */
export type SpaceScope = { readonly ask: PostgresDatabase['ask']; readonly space: string | undefined }

const PATIENCE_MS = 10_000

export const inAllSpaces = ({ ask }: PostgresDatabase): SpaceScope => ({ ask, space: undefined })

export const oneSpace = (database: PostgresDatabase, space: string): SpaceScope => ({
  space,
  ask: (statement) =>
    repeated(PATIENCE_MS, () => database.inSpace(space, ({ run }) => run(statement))).catch((error) => {
      throw database.explain(error)
    }) as never,
})
