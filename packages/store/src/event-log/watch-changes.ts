import type { Database } from './database.ts'
import { storageFailure } from './storage-failure.ts'

/** Another process's append is seen within 200 ms: one poll, and some room for a busy loop. */
const pollMs = 100

/** Rings everybody who watches when another connection has committed. Asks SQLite only while somebody watches. */
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

/** A disk that cannot be read now is reported by whoever reads; a timer has nobody to tell. */
function versionOf(database: Database): unknown {
  try {
    return database.sql('PRAGMA data_version').get()?.data_version
  } catch (error) {
    if (!storageFailure(error)) throw error
    return undefined
  }
}
