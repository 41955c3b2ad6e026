import { appendFileSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const largest = 10 * 1024 * 1024
const kept = 5
const pattern = /^convene-(\d{4}-\d{2}-\d{2})(?:\.(\d+))?\.jsonl$/

export type LogFiles = { append(date: string, text: string): void }

/**
 * One file per day, and another when it would exceed 10 MB. The newest 5 are kept. Files are never renamed, because
 * other processes append to them. Throws file system errors.
 */
export function logFiles(folder: string, { size = largest, count = kept } = {}): LogFiles {
  let current = { date: '', number: 0 }
  return {
    append(date, text) {
      if (current.date !== date) current = { date, number: newestNumber(folder, date) }
      while (wouldPass(join(folder, nameOf(current)), text, size)) current = { date, number: current.number + 1 }
      const path = join(folder, nameOf(current))
      const isNew = sizeOf(path) === 0
      if (isNew) mkdirSync(folder, { recursive: true, mode: 0o700 })
      appendFileSync(path, text, { mode: 0o600 })
      if (isNew) removeOldest(folder, count)
    },
  }
}

type Name = { readonly date: string; readonly number: number }

const nameOf = ({ date, number }: Name): string => `convene-${date}${number > 0 ? `.${number}` : ''}.jsonl`

function wouldPass(path: string, text: string, size: number): boolean {
  const before = sizeOf(path)
  return before > 0 && before + Buffer.byteLength(text) > size
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

function newestNumber(folder: string, date: string): number {
  const numbers = namesIn(folder).filter((name) => name.date === date)
  return numbers.at(-1)?.number ?? 0
}

function removeOldest(folder: string, count: number): void {
  for (const name of namesIn(folder).slice(0, -count)) rmSync(join(folder, nameOf(name)), { force: true })
}

function namesIn(folder: string): readonly Name[] {
  return entriesOf(folder)
    .flatMap((entry) => {
      const [, date, number = '0'] = pattern.exec(entry) ?? []
      return date ? [{ date, number: Number(number) }] : []
    })
    .toSorted((one, other) => one.date.localeCompare(other.date) || one.number - other.number)
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
