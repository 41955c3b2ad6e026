import { type Database, repeated } from '../database/database.ts'

/**
 * What a log sees: the sessions of one space, or all. Every statement of a scope names its space, and Postgres itself
 * shows no other rows in it (row-level security), should a statement ever forget to.
 */
export type Scope = { readonly ask: Database['ask']; readonly space: string | undefined }

const PATIENCE_MS = 10_000

export const allSpaces = ({ ask }: Database): Scope => ({ ask, space: undefined })

export const oneSpace = (database: Database, space: string): Scope => ({
  space,
  ask: (statement) =>
    repeated(PATIENCE_MS, () => database.inSpace(space, ({ run }) => run(statement))).catch((error) => {
      throw database.explain(error)
    }) as never,
})
