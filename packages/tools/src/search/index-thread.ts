import type { DatabaseSync } from 'node:sqlite'
import { serve } from '../analysis/thread/serve.ts'
import { findByMeaning, findByWords, type Hit, hitOf, keepVectors, withoutVector } from './find-passages.ts'
import { openSearchDatabase } from './search-database.ts'
import { type Update, updateIndex } from './update-index.ts'

/** One workspace's index, and what is wanted of it. */
export type IndexRequest = { readonly home: string; readonly workspace: string } & (
  | { readonly want: 'words'; readonly query: string; readonly folder: string; readonly budgetMs: number }
  | { readonly want: 'unembedded'; readonly model: string; readonly first: readonly number[]; readonly limit: number }
  | { readonly want: 'keep'; readonly model: string; readonly vectors: ReadonlyMap<number, Float32Array> }
  | { readonly want: 'meaning'; readonly model: string; readonly vector: Float32Array; readonly folder: string }
  | { readonly want: 'hits'; readonly ids: readonly number[]; readonly query: string }
)

export type IndexAnswer = {
  readonly update?: Update
  readonly ids?: readonly number[]
  readonly unembedded?: readonly { readonly id: number; readonly essence: string }[]
  readonly compared?: number
  readonly all?: number
  readonly hits?: readonly Hit[]
}

serve(async (request: IndexRequest): Promise<IndexAnswer> => {
  const database = openSearchDatabase(request.home, request.workspace)
  try {
    return await answer(database, request)
  } finally {
    database.close()
  }
})

async function answer(database: DatabaseSync, request: IndexRequest): Promise<IndexAnswer> {
  switch (request.want) {
    case 'words': {
      const update = await updateIndex(database, request.workspace, request.budgetMs)
      return { update, ids: findByWords(database, request.query, request.folder) }
    }
    case 'unembedded':
      return { unembedded: withoutVector(database, request) }
    case 'keep':
      keepVectors(database, request.model, request.vectors)
      return {}
    case 'meaning':
      return findByMeaning(database, request)
    case 'hits':
      return { hits: request.ids.flatMap((id) => hitOf(database, id, request.query) ?? []) }
  }
}
