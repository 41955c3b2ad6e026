import { join } from 'node:path'
import type { Blobs, Clock, Processes, Trash, Work } from '@convene/engine'
import { nodeProcesses, systemClock } from '@convene/platform'
import { fileBlobs } from './blobs/file-blobs.ts'
import { narrowFolder } from './event-log/narrow-folder.ts'
import { type SqliteEventLog, sqliteEventLog } from './event-log/sqlite-event-log.ts'
import { type SqliteOwnership, sqliteOwnership } from './ownership/sqlite-ownership.ts'
import { fileTrash } from './trash/file-trash.ts'
import { type SqliteWebhooks, sqliteWebhooks } from './webhooks/sqlite-webhooks.ts'
import { pollingWork } from './work/polling-work.ts'

/** All session data in a data folder. */
export type LocalStore = {
  readonly log: SqliteEventLog
  readonly ownership: SqliteOwnership
  readonly work: Work
  readonly webhooks: SqliteWebhooks
  readonly blobs: Blobs
  readonly trash: Trash
  /** Notices for the user about opening the store. */
  readonly notices: readonly string[]
  close(): Promise<void>
}

export type StoreOptions = { readonly clock?: Clock; readonly processes?: Processes }

/** Opens or creates the store of a data folder. Throws a `StorageFailure` that says what to do. */
export function openStore(home: string, options: StoreOptions = {}): LocalStore {
  const clock = options.clock ?? systemClock()
  const narrowed = narrowFolder(home)
  const log = sqliteEventLog({ path: join(home, 'convene.db'), now: clock.now })
  const webhooks = sqliteWebhooks(join(home, 'webhooks.db'))
  const processes = options.processes ?? nodeProcesses()
  const ownership = sqliteOwnership({ path: join(home, 'owners.db'), processes, clock })
  return {
    log,
    ownership,
    work: pollingWork({ log, ownership, clock }),
    webhooks,
    blobs: fileBlobs(home),
    trash: fileTrash(home),
    notices: [...narrowed, ...log.notices],
    async close() {
      await ownership.close()
      await webhooks.close()
      await log.close()
    },
  }
}
