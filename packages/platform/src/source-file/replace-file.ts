import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Writes a file atomically: readers see the old text or the new one, never a part, even after a crash. */
export function replaceFile(file: string, text: string, mode = 0o600): void {
  const temporary = join(dirname(file), `.${randomUUID()}.tmp`)
  try {
    const descriptor = openSync(temporary, 'wx', mode)
    try {
      writeSync(descriptor, text)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
}
