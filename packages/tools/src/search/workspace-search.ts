import { countText } from '@convene/domain'
import type { AbortSignal } from '@convene/engine'
import { thread } from '../analysis/thread/thread.ts'
import type { Embedder } from './embedder.ts'
import type { Hit } from './find-passages.ts'
import { fuse } from './fuse.ts'
import type { IndexAnswer, IndexRequest } from './index-thread.ts'

export type SearchRequest = {
  readonly workspace: string
  readonly query: string
  /** `''`, or a folder with a slash at its end. */
  readonly folder: string
  readonly by: 'auto' | 'words' | 'meaning'
  readonly limit: number
}

/** What was found, and what the reader must know of how. */
export type SearchResult =
  | { readonly ok: true; readonly hits: readonly Hit[]; readonly notes: readonly string[] }
  | { readonly ok: false; readonly why: string }

export type WorkspaceSearch = {
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchResult>
  close(): Promise<void>
}

export type WorkspaceSearchOptions = {
  /** The folder of the user's data: the index is a cache in it. */
  readonly home: string
  readonly embedder: Embedder
  readonly indexMs?: number
  readonly embedMs?: number
}

const INDEX_MS = 20_000
const EMBED_MS = 10_000
/** Fewer hits by words than this, and meaning is asked as well. */
const FEW = 3
const BATCH = 16

/** Full text over an index that follows the files, and meaning over as much as there was time to embed. */
export function workspaceSearch(options: WorkspaceSearchOptions): WorkspaceSearch {
  const index = thread<IndexRequest, IndexAnswer>({
    entry: new URL('./index-thread.ts', import.meta.url),
    limitMs: 120_000,
    memoryMb: 1_024,
  })
  return {
    search: async (request, signal) => {
      const ask = asking(index.ask, { home: options.home, workspace: request.workspace }, signal)
      try {
        return await find(request, ask, options, signal)
      } catch (error) {
        if (error instanceof Unanswered) return { ok: false, why: error.message }
        throw error
      }
    },
    close: async () => {
      await Promise.all([index.close(), options.embedder.close()])
    },
  }
}

/** The index gave no answer; the message says why. */
class Unanswered extends Error {}

type Wanted = IndexRequest extends infer One ? (One extends unknown ? Omit<One, 'home' | 'workspace'> : never) : never
type Ask = (wanted: Wanted) => Promise<IndexAnswer>

function asking(
  ask: (
    request: IndexRequest,
    signal: AbortSignal,
  ) => Promise<{ ok: true; answer: IndexAnswer } | { ok: false; why: string }>,
  place: { readonly home: string; readonly workspace: string },
  signal: AbortSignal,
): Ask {
  return async (wanted) => {
    const reply = await ask({ ...place, ...wanted } as IndexRequest, signal)
    if (!reply.ok) throw new Unanswered(reply.why)
    return reply.answer
  }
}

async function find(
  request: SearchRequest,
  ask: Ask,
  options: WorkspaceSearchOptions,
  signal: AbortSignal,
): Promise<SearchResult> {
  const { query, folder, by, limit } = request
  const words = await ask({ want: 'words', query, folder, budgetMs: options.indexMs ?? INDEX_MS })
  const byWords = words.ids ?? []
  const left = words.update?.left ?? 0
  const notes = left > 0 ? [`${countText(left, 'file')} not indexed yet. Search again to continue.`] : []
  const isMeaningAsked = by === 'meaning' || (by === 'auto' && byWords.length < FEW)
  const meaning = isMeaningAsked
    ? await findMeaning(request, byWords, ask, { ...options, signal })
    : { ids: [], notes: [] }
  const ids =
    by === 'meaning' && meaning.ids.length > 0 ? fuse(meaning.ids, meaning.ids, byWords) : fuse(byWords, meaning.ids)
  const { hits = [] } = await ask({ want: 'hits', ids: ids.slice(0, limit), query })
  return { ok: true, hits, notes: [...notes, ...meaning.notes] }
}

type Meaning = { readonly ids: readonly number[]; readonly notes: readonly string[] }

async function findMeaning(
  { query, folder }: SearchRequest,
  first: readonly number[],
  ask: Ask,
  options: WorkspaceSearchOptions & { readonly signal: AbortSignal },
): Promise<Meaning> {
  const { embedder, signal } = options
  const asked = await embedder.embed([query.slice(0, 400)], signal)
  const vector = asked.ok ? asked.vectors[0] : undefined
  if (!vector)
    return { ids: [], notes: [`Searched by words only: ${asked.ok ? 'the model gave no vector' : asked.why}`] }
  await embedMore(first, ask, options)
  const { ids = [], compared = 0, all = 0 } = await ask({ want: 'meaning', model: embedder.model, vector, folder })
  return {
    ids,
    notes: compared < all ? [`Meaning was compared for ${compared} of ${all} passages. Search again to continue.`] : [],
  }
}

/** As many passages as there is time for, those that share words with the question first. They are kept. */
async function embedMore(
  first: readonly number[],
  ask: Ask,
  { embedder, signal, embedMs = EMBED_MS }: WorkspaceSearchOptions & { readonly signal: AbortSignal },
): Promise<void> {
  const endsAt = performance.now() + embedMs
  while (performance.now() < endsAt && !signal.aborted) {
    const { unembedded = [] } = await ask({ want: 'unembedded', model: embedder.model, first, limit: BATCH })
    if (unembedded.length === 0) return
    const made = await embedder.embed(
      unembedded.map(({ essence }) => essence),
      signal,
    )
    if (!made.ok) return
    const vectors = new Map(
      unembedded.flatMap(({ id }, at) => (made.vectors[at] ? [[id, made.vectors[at]] as const] : [])),
    )
    await ask({ want: 'keep', model: embedder.model, vectors })
    if (vectors.size === 0) return
  }
}
