import type { Event } from '@convene/domain'
import type { Database } from './database.ts'
import type { GroupCommit } from './group-commit.ts'
import { indexedUpTo, indexMessages, lastFindable } from './search.ts'
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

/** Keeps the search index up to date in the background. */
export function wordIndex(database: Database, group: GroupCommit): WordIndex {
  let waiting = 0
  let isUpdating = false

  /**
   * Indexes what is stored now. What is appended while it runs waits for the next time: indexing after every append of a busy
   * process costs more than the appends. Best effort: if nothing can be written, earlier index entries are still found.
   */
  async function update(): Promise<void> {
    waiting = 0
    try {
      const last = lastFindable(database)
      while (database.connection.isOpen && indexedUpTo(database) < last)
        await group.submit({ size: 1, apply: () => indexMessages(database, PART) })
    } catch (error) {
      if (!storageFailure(error)) throw error
    }
  }

  return {
    update,
    stored(events) {
      waiting += events.filter((event) => event.type === 'message').length
      if (waiting < many || isUpdating) return
      isUpdating = true
      void update().finally(() => {
        isUpdating = false
      })
    },
  }
}
