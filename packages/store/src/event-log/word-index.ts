import type { Event } from '@convene/domain'
import type { Database } from './database.ts'
import type { GroupCommit } from './group-commit.ts'
import { indexMessages, isBehind } from './search.ts'
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

  /** Best effort: if nothing can be written, earlier index entries are still found. */
  async function update(): Promise<void> {
    waiting = 0
    try {
      while (database.connection.isOpen && isBehind(database))
        await group.submit({ size: 1, apply: () => indexMessages(database, PART) })
    } catch (error) {
      if (!storageFailure(error)) throw error
    }
  }

  return {
    update,
    stored(events) {
      waiting += events.filter((event) => event.type === 'message').length
      if (waiting >= many) void update()
    },
  }
}
