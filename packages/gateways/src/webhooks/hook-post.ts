import type { Event, SessionId } from '@convene/domain'
import { type EventLog, type ListedSession, readPublic, type SessionPlace } from '@convene/engine'
import { isInTrash } from '@convene/host'
import { deliver, type Hook, type Posting } from './deliver.ts'

const PAGE = 200
const PART = 500
/** Sessions posted in parallel. Within a session, events are posted one after another. */
const AT_ONCE = 8
const KEEP_MS = 250
/** Posting stops this long before a claim ends, so that the last posts arrive before another process starts. */
const SAFETY_MS = 2_000
/**
 * The list starts with the latest changes. It is read in full once per this many polls, because clocks can be set back.
 */
const WHOLE_EVERY = 60

/** The last event of each session that a URL has received. */
type HookPlaces = Map<SessionId, number>

/** Posts events to one URL, and tracks its position in every session. */
export class HookPost {
  readonly #ending = new AbortController()
  readonly #posting: Posting
  readonly #url: string
  readonly #active = new Set<SessionId>()
  #places: HookPlaces | undefined
  /** Positions that are not stored yet. */
  #changed = new Map<SessionId, number | null>()
  #waiting: SessionId[] = []
  #looks = 0
  #keptAt = 0
  #mineUntil = Number.POSITIVE_INFINITY

  constructor(url: string, posting: Omit<Posting, 'signal' | 'isOver'>) {
    const { signal } = this.#ending
    const isOver = () => signal.aborted || performance.now() > this.#mineUntil - SAFETY_MS
    this.#posting = { ...posting, signal, isOver }
    this.#url = url
  }

  /** This process owns the URL until then, by `performance.now()`. After that it stops, because another may post. */
  claimed(until: number): void {
    this.#mineUntil = until
  }

  /** Starts posting new events. Does not wait for the URL, and leaves deliveries in progress alone. */
  async look(hook: Hook): Promise<void> {
    const { log } = await this.#posting.program.store()
    this.#places ??= (await this.#stored()) ?? (await this.#begin(log))
    const isWhole = this.#looks++ % WHOLE_EVERY === 0
    this.#waiting = [...(await this.#news(log, this.#places, isWhole))]
    this.#fill(hook)
  }

  /** Stops posting. Positions are written a last time now, because another instance may continue from there. */
  async end(): Promise<void> {
    if (this.#ending.signal.aborted) return
    const stored = this.#store()
    this.#ending.abort()
    await stored
  }

  /** A new URL receives only later events. */
  async #stored(): Promise<HookPlaces | undefined> {
    const { webhooks } = await this.#posting.program.store()
    const places = await webhooks.places(this.#url)
    return places && new Map(places)
  }

  #fill(hook: Hook): void {
    while (this.#active.size < AT_ONCE && !this.#posting.isOver()) {
      const id = this.#waiting.shift()
      if (id === undefined) return
      if (!this.#active.has(id)) void this.#post(hook, id).then(() => this.#fill(hook))
    }
  }

  /** Events from before the URL was configured are not new. Reads until nothing has changed in between. */
  async #begin(log: EventLog): Promise<HookPlaces> {
    const places: HookPlaces = new Map()
    for (let known = -1; known < places.size; ) {
      known = places.size
      for await (const rows of pagesOf(log))
        for (const { id, seq, createdAt } of rows)
          if (createdAt < this.#posting.since && !places.has(id)) places.set(id, seq)
    }
    const { webhooks } = await this.#posting.program.store()
    await webhooks.keepPlaces(this.#url, places)
    return places
  }

  /** Sessions with new events, earliest change first. Forgets permanently deleted sessions. */
  async #news(log: EventLog, places: HookPlaces, isWhole: boolean): Promise<readonly SessionId[]> {
    const found: ListedSession[] = []
    const seen = new Set<string>()
    for await (const rows of pagesOf(log)) {
      const fresh = rows.filter(({ id, seq }) => seq > (places.get(id) ?? 0))
      found.push(...fresh)
      for (const { id } of rows) seen.add(id)
      if (!isWhole && fresh.length === 0 && rows.some(({ pinned }) => !pinned)) break
    }
    if (isWhole)
      for (const id of [...places.keys()]) if (!seen.has(id) && (await this.#isGone(log, id))) this.#forget(places, id)
    return found.toSorted((a, b) => a.updatedAt - b.updatedAt).map(({ id }) => id)
  }

  /**
   * A session may have changed while the list was read, and one in the trash may be restored. Neither counts as new
   * again.
   */
  async #isGone(log: EventLog, id: string): Promise<boolean> {
    const { trash } = await this.#posting.program.store()
    return !(await isInTrash(trash, id)) && (await log.head(id as SessionId)) === 0
  }

  async #post(hook: Hook, id: SessionId): Promise<void> {
    this.#active.add(id)
    try {
      await this.#postSession(hook, id)
    } catch (error) {
      const telemetry = await this.#posting.program.telemetry()
      telemetry.log('warn', 'webhook_failed', String(error), { session: id })
    } finally {
      this.#active.delete(id)
    }
  }

  async #postSession(hook: Hook, id: SessionId): Promise<void> {
    const { program, isOver } = this.#posting
    const { log } = await program.store()
    const places: HookPlaces = this.#places ?? new Map()
    if (!places.has(id)) this.#moveTo(id, await copiedInto(log, id))
    for (let isMore = true; isMore && !isOver(); ) {
      const events = await readPublic(log, id, { after: places.get(id) ?? 0, limit: PART })
      await this.#postAll(hook, events)
      isMore = events.length === PART
    }
  }

  async #postAll(hook: Hook, events: readonly Event[]): Promise<void> {
    const { options, isOver } = this.#posting
    const keepMs = options.keepMs ?? KEEP_MS
    for (const event of events) {
      const isWanted = hook.events.includes(event.type) || hook.events.includes('*')
      const ended = isWanted ? await deliver(this.#posting, hook, event) : isOver() && 'stopped'
      if (ended === 'stopped') return
      this.#moveTo(event.session, event.seq)
      if (isWanted) this.#keep(keepMs)
    }
    this.#keep(this.#waiting.length > 0 ? keepMs : 0)
  }

  #moveTo(session: SessionId, seq: number): void {
    this.#places?.set(session, seq)
    this.#changed.set(session, seq)
  }

  #forget(places: HookPlaces, session: SessionId): void {
    places.delete(session)
    this.#changed.set(session, null)
  }

  /**
   * Stores the positions unless just stored: after a crash in between, a few events are posted twice, under the same
   * id.
   */
  #keep(unlessWithinMs: number): void {
    const now = this.#posting.program.now()
    if (this.#ending.signal.aborted || now - this.#keptAt < unlessWithinMs) return
    this.#keptAt = now
    void this.#store()
  }

  /** If storing fails, these positions are stored with the next ones. */
  async #store(): Promise<void> {
    const changed = this.#changed
    if (changed.size === 0) return
    this.#changed = new Map()
    try {
      const { webhooks } = await this.#posting.program.store()
      await webhooks.keepPlaces(this.#url, changed)
    } catch {
      this.#changed = new Map([...changed, ...this.#changed])
    }
  }
}

/** How many events a fork copied from its source, where they were already posted. */
async function copiedInto(log: EventLog, id: SessionId): Promise<number> {
  let copied = 0
  for (let after = 0; ; ) {
    const events = await readPublic(log, id, { after, limit: PART })
    for (const { type, data } of events) if (type === 'session.forked') copied = data.seq
    after = events.at(-1)?.seq ?? after
    if (events.length < PART) return copied
  }
}

async function* pagesOf(log: EventLog): AsyncGenerator<readonly ListedSession[]> {
  let before: SessionPlace | undefined
  for (;;) {
    const rows = await log.list({ limit: PAGE, ...(before && { before }) })
    yield rows
    before = rows.at(-1)
    if (rows.length < PAGE) return
  }
}
