import type { Database } from './database.ts'
import { storageFailure } from './storage-failure.ts'

/** Another process's append is seen within 200 ms: one poll, plus slack for a busy event loop. */
const pollMs = 100

/** Notifies all watchers when another connection has committed. Polls SQLite only while there are watchers. */
export function watchChanges(database: Database): { watch(ring: () => void): () => void; stop(): void } {
  const rings = new Set<{ ring: () => void }>()
  let timer: NodeJS.Timeout | undefined
  let version: unknown

  function poll(): void {
    const current = versionOf(database)
    if (current === version) return
    version = current
    for (const { ring } of rings) ring()
  }

  function stop(): void {
    clearInterval(timer)
    timer = undefined
  }

  function watch(ring: () => void): () => void {
    const entry = { ring }
    rings.add(entry)
    if (!timer) {
      version = versionOf(database)
      timer = setInterval(poll, pollMs).unref()
    }
    return () => {
      rings.delete(entry)
      if (rings.size === 0) stop()
    }
  }

  return { watch, stop }
}

/** An unreadable disk is reported by the next reader. A timer has no caller to report to. */
function versionOf(database: Database): unknown {
  try {
    return database.sql('PRAGMA data_version').get()?.data_version
  } catch (error) {
    if (!storageFailure(error)) throw error
    return undefined
  }
}
