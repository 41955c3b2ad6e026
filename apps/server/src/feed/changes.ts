import { EVAL_TAG, type SessionId } from '@convene/domain'
import type { ListedSession, SessionPlace } from '@convene/engine'
import { type Program, withInterrupted } from '@convene/host'
import type { Change } from '@convene/protocol'
import { rowView } from '../sessions/row-view.ts'
import { pieceOf, type Source } from './client-stream.ts'

const LOOK_MS = 400
const NEWEST = 100

/** Session rows as they change, for every client that watches the list. Polls only while there are clients. */
export type Changes = { source(): Source; close(): void }

/** Watches the newest sessions of a program, wherever they run. */
export function watchChanges(program: Program): Changes {
  const watch = new Watch(program)
  const messageOf = (change: Change) => pieceOf(`data: ${JSON.stringify(change)}\n\n`)
  return {
    close: () => watch.close(),
    source: () => ({
      stored: async () => [],
      follow: (_after, take) => watch.add((change) => take.must(messageOf(change))),
    }),
  }
}

const firstUnpinned: SessionPlace = { pinned: false, updatedAt: Number.MAX_SAFE_INTEGER, id: '' as SessionId }

type Tell = (change: Change) => void

class Watch {
  readonly #program: Program
  readonly #watchers = new Set<Tell>()
  #known = new Map<string, Row>()
  #timer: NodeJS.Timeout | undefined

  constructor(program: Program) {
    this.#program = program
  }

  /** Sends the current rows, then changes. */
  add(tell: Tell): () => void {
    for (const row of this.#known.values()) tell({ type: 'session', session: rowView(row) })
    this.#watchers.add(tell)
    if (this.#watchers.size === 1) void this.#look()
    return () => {
      this.#watchers.delete(tell)
      if (this.#watchers.size === 0) this.close()
    }
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#watchers.clear()
    this.#known = new Map()
  }

  async #look(): Promise<void> {
    try {
      await this.#compare()
    } catch {
      // The store may be available again at the next poll.
    }
    if (this.#watchers.size === 0) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#look(), LOOK_MS)
    this.#timer.unref()
  }

  async #compare(): Promise<void> {
    const { log } = await this.#program.store()
    // Pinned sessions come first in the list: fetch the newest others as well, however many are pinned.
    const pinned = await log.list({ limit: NEWEST, exceptTag: EVAL_TAG })
    const others = await log.list({ limit: NEWEST, before: firstUnpinned, exceptTag: EVAL_TAG })
    const rows = await withInterrupted(this.#program, [
      ...new Map([...pinned, ...others].map((row) => [row.id, row])).values(),
    ])
    const before = this.#known
    this.#known = new Map(rows.map((row) => [row.id, row]))
    for (const row of rows) if (isNew(before.get(row.id), row)) this.#tell({ type: 'session', session: rowView(row) })
    for (const { id } of before.values())
      if (!this.#known.has(id) && (await log.head(id)) === 0) this.#tell({ type: 'deleted', id })
  }

  #tell(change: Change): void {
    for (const tell of this.#watchers) tell(change)
  }
}

type Row = ListedSession & { readonly interrupted?: boolean }

const isNew = (known: Row | undefined, row: Row): boolean =>
  known === undefined ||
  known.seq !== row.seq ||
  known.updatedAt !== row.updatedAt ||
  known.interrupted !== row.interrupted
