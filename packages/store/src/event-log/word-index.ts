import type { Event } from '@convene/domain'
import { appendsOf } from './append-row.ts'
import type { Database } from './database.ts'
import type { GroupCommit } from './group-commit.ts'
import { type IndexedWords, indexedUpTo, indexMessages, lastFindable, type Recent, wordsToFind } from './search.ts'
import { storageFailure } from './storage-failure.ts'

export type WordIndex = {
  /** Counts messages and indexes them once there are many: the first search must not wait for all of them. */
  stored(events: readonly Event[]): void
  /** Resolves when every stored message can be found. */
  update(): Promise<void>
}

const many = 200
/** Characters indexed at once, which takes tens of milliseconds. Other work can run in between. */
const PART = 200_000
/** Beyond this, words are read again when they are indexed. */
const MOST_REMEMBERED = 2_000_000

/** Keeps the search index up to date in the background. */
export function wordIndex(database: Database, group: GroupCommit): WordIndex {
  let waiting = 0
  let isUpdating = false
  const recent = new RecentWords()

  /**
   * Indexes everything stored so far. Appends during a run wait for the next one: indexing after every append of a busy
   * process costs more than the appends. Best effort: if nothing can be written, earlier index entries are still found.
   */
  async function update(): Promise<void> {
    waiting = 0
    const words = recent.take()
    try {
      const last = lastFindable(database)
      while (database.connection.isOpen && indexedUpTo(database) < last)
        await group.submit({ size: 1, apply: () => indexMessages(database, PART, words) })
    } catch (error) {
      if (!storageFailure(error)) throw error
    }
  }

  return {
    update,
    stored(events) {
      recent.add(events)
      waiting += events.filter((event) => event.type === 'message').length
      if (waiting < many || isUpdating) return
      isUpdating = true
      void update().finally(() => {
        isUpdating = false
      })
    },
  }
}

/** Words that this process has stored but not yet indexed: reading them again costs more than indexing them. */
class RecentWords {
  #appends = new Map<string, IndexedWords>()
  #characters = 0

  add(events: readonly Event[]): void {
    for (const append of appendsOf(events)) {
      const words = wordsToFind(append)
      if (words.texts.length === 0 && !words.isNamed) continue
      this.#characters += words.texts.reduce((sum, text) => sum + text.length, 0)
      if (this.#characters > MOST_REMEMBERED) return
      const last = append.at(-1)
      if (last) this.#appends.set(`${last.session} ${last.seq}`, words)
    }
  }

  take(): Recent {
    const appends = this.#appends
    this.#appends = new Map()
    this.#characters = 0
    return ({ session, seq }) => appends.get(`${session} ${seq}`)
  }
}
