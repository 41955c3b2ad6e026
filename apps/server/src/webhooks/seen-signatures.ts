import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MOST = 10_000

/** Remembers used signatures, even after a restart: each is accepted once. */
export type SeenSignatures = { isNew(signature: string): boolean }

/** The newest ten thousand signatures of a data folder. */
export function seenSignatures(home: string): SeenSignatures {
  const file = join(home, 'hook-signatures.json')
  const seen = new Set<string>(read(file))
  return {
    isNew(signature) {
      const mark = createHash('sha256').update(signature).digest('base64url')
      if (seen.has(mark)) return false
      seen.add(mark)
      const oldest = seen.size > MOST ? seen.values().next().value : undefined
      if (oldest !== undefined) seen.delete(oldest)
      mkdirSync(home, { recursive: true, mode: 0o700 })
      writeFileSync(`${file}.tmp`, JSON.stringify([...seen]), { mode: 0o600 })
      renameSync(`${file}.tmp`, file)
      return true
    },
  }
}

function read(file: string): readonly string[] {
  try {
    const marks: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(marks) ? marks.filter((mark) => typeof mark === 'string') : []
  } catch {
    return []
  }
}
