import { EVAL_TAG, type SessionId } from '@convene/domain'
import type { ListedSession, SessionPlace } from '@convene/engine'
import { type Program, withInterrupted } from '@convene/host'
import type { RowChange } from '@convene/protocol'
import { rowView } from '../sessions/row-view.ts'
import { pieceOf, type Source } from '../stream/client-stream.ts'

/** A busy session changes often. The list is read at most this often. */
const LOOK_MS = 400
/** How soon a run whose process has died is shown as interrupted: nothing is stored when that happens. */
const INTERRUPTED_MS = 2_000
const NEWEST = 100

/**
 * Session rows as they change, for every client that watches the list. Reads the list when the log says that
 * something has changed, and only while there are clients.
 */
export type SessionListChanges = { source(): Source; close(): void }

/** Watches the newest sessions of a program, wherever they run. */
export function watchSessionLists(program: Program): SessionListChanges {
  const watch = new Watch(program)
  const messageOf = (change: RowChange) => pieceOf(`data: ${JSON.stringify(change)}\n\n`)
  return {
    close: () => watch.close(),
    source: () => ({
      stored: async () => [],
      follow: (_after, take) => watch.add((change) => take.must(messageOf(change))),
    }),
  }
}

const firstUnpinned: SessionPlace = { pinned: false, updatedAt: Number.MAX_SAFE_INTEGER, id: '' as SessionId }

type Tell = (change: RowChange) => void

class Watch {
  readonly #program: Program
  readonly #watchers = new Set<Tell>()
  #known = new Map<string, Row>()
  #unwatch = () => {}
  /** Counts up with every start, so that nothing from before a close continues after it. */
  #start = 0
  #next: NodeJS.Timeout | undefined
  #isLooking = false
  #lookedAt = Number.NEGATIVE_INFINITY
  #isStale = false

  constructor(program: Program) {
    this.#program = program
  }

  /** Sends the current rows, then changes. */
  add(tell: Tell): () => void {
    for (const row of this.#known.values()) tell({ type: 'session', session: rowView(row) })
    this.#watchers.add(tell)
    if (this.#watchers.size === 1) void this.#begin(++this.#start)
    return () => {
      this.#watchers.delete(tell)
      if (this.#watchers.size === 0) this.close()
    }
  }

  close(): void {
    this.#start += 1
    clearTimeout(this.#next)
    this.#unwatch()
    this.#unwatch = () => {}
    this.#watchers.clear()
    this.#known = new Map()
  }

  /** Watches before it looks for the first time, so that no change falls between the two. */
  async #begin(start: number): Promise<void> {
    try {
      const { log } = await this.#program.store()
      if (start !== this.#start) return
      this.#unwatch = log.watch((which) => void this.#rung(which), { own: true })
      await this.#look()
    } catch {
      if (start === this.#start) this.#lookIn(INTERRUPTED_MS, () => void this.#begin(start))
    }
  }

  /** In a space, the log also rings for the sessions of others. */
  async #rung(which?: ReadonlySet<SessionId>): Promise<void> {
    if (which && ![...which].some((id) => this.#known.has(id)) && !(await this.#lists(which))) return
    if (this.#isLooking) this.#isStale = true
    else this.#lookIn(Math.max(0, this.#lookedAt + LOOK_MS - performance.now()))
  }

  async #lists(which: ReadonlySet<SessionId>): Promise<boolean> {
    const { log } = await this.#program.store()
    return (await log.list({ ids: [...which], limit: 1 }).catch(() => [])).length > 0
  }

  #lookIn(ms: number, look = () => void this.#look()): void {
    clearTimeout(this.#next)
    this.#next = setTimeout(look, ms)
    this.#next.unref()
  }

  async #look(): Promise<void> {
    if (this.#watchers.size === 0) return
    if (this.#isLooking) {
      this.#isStale = true
      return
    }
    this.#isLooking = true
    this.#isStale = false
    let again: number | undefined
    try {
      again = (await this.#compare()) ? INTERRUPTED_MS : undefined
    } catch {
      // The store may be available again later.
      again = INTERRUPTED_MS
    }
    this.#isLooking = false
    this.#lookedAt = performance.now()
    if (this.#watchers.size === 0) return
    if (this.#isStale) this.#lookIn(LOOK_MS)
    else if (again !== undefined) this.#lookIn(again)
  }

  /** Tells what is new. Returns whether a run could be interrupted without a change in the log. */
  async #compare(): Promise<boolean> {
    const { log, local } = await this.#program.store()
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
    return local !== undefined && rows.some(({ moves, wakeAt }) => moves || wakeAt !== null)
  }

  #tell(change: RowChange): void {
    for (const tell of this.#watchers) tell(change)
  }
}

type Row = ListedSession & { readonly interrupted?: boolean }

const isNew = (known: Row | undefined, row: Row): boolean =>
  known === undefined ||
  known.seq !== row.seq ||
  known.updatedAt !== row.updatedAt ||
  known.interrupted !== row.interrupted
