import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Does this while no other process does anything under the same lock file, and waits for its turn. A lock of a process
 * that is gone counts as free: without that, a killed run would stop every later one.
 */
export function oneAtATime<Result>(lock: string, work: () => Result): Result {
  mkdirSync(dirname(lock), { recursive: true })
  while (!taken(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  try {
    return work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function taken(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (isLeftBehind(lock)) rmSync(lock, { force: true })
    return false
  }
}

function isLeftBehind(lock: string): boolean {
  try {
    const holder = Number(readFileSync(lock, 'utf8'))
    // Between making the file and writing to it there is a moment without a number.
    return holder > 0 ? !isAlive(holder) : Date.now() - statSync(lock).mtimeMs > 60_000
  } catch {
    return false
  }
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch {
    return false
  }
}
