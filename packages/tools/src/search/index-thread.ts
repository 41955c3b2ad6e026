import { serveThread } from '@convene/platform'
import { findPassages, type Hit, type Query } from './find-passages.ts'
import { openSearchDatabase } from './search-database.ts'
import { updateIndex } from './update-index.ts'

/** A query for one workspace, whose index is a cache below `home`. */
export type IndexRequest = Query & { readonly home: string; readonly workspace: string; readonly budgetMs: number }

/** `left` files are not indexed yet. */
export type IndexAnswer = { readonly hits: readonly Hit[]; readonly left: number }

serveThread(async (request: IndexRequest): Promise<IndexAnswer> => {
  const database = openSearchDatabase(request.home, request.workspace)
  try {
    const left = await updateIndex(database, request.workspace, request.budgetMs)
    return { hits: findPassages(database, request), left }
  } finally {
    database.close()
  }
})
