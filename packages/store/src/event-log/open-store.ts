import { join } from 'node:path'
import type { Clock, Processes } from '@convene/engine'
import { nodeProcesses, systemClock } from '@convene/platform'
import { type SqliteOwnership, sqliteOwnership } from '../ownership/sqlite-ownership.ts'
import { narrowFolder } from './narrow-folder.ts'
import { type SqliteEventLog, sqliteEventLog } from './sqlite-event-log.ts'

/** Everything that a data folder keeps of sessions. */
export type Store = {
  readonly log: SqliteEventLog
  readonly ownership: SqliteOwnership
  /** What a person should know about the opening. */
  readonly notices: readonly string[]
  close(): Promise<void>
}

export type StoreOptions = { readonly clock?: Clock; readonly processes?: Processes }

/** Opens the store of a data folder, or creates it. Throws a `StorageFailure` that says what to do. */
export function openStore(home: string, options: StoreOptions = {}): Store {
  const clock = options.clock ?? systemClock()
  const narrowed = narrowFolder(home)
  const log = sqliteEventLog({ path: join(home, 'convene.db'), now: clock.now })
  const processes = options.processes ?? nodeProcesses()
  const ownership = sqliteOwnership({ path: join(home, 'owners.db'), processes, clock })
  return {
    log,
    ownership,
    notices: [...narrowed, ...log.notices],
    async close() {
      await ownership.close()
      await log.close()
    },
  }
}
