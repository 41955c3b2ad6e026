import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Keys by the names of the environment variables that they stand for. */
export type Keys = { readonly [variable: string]: string }

/** The keys that a person gave the program to keep. A file that cannot be read holds none. */
export function readKeys(home: string): Keys {
  try {
    const kept = Object.entries(JSON.parse(readFileSync(fileIn(home), 'utf8')) as object)
    return Object.fromEntries(kept.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return {}
  }
}

/** Keeps a key, or with undefined forgets it, in a file that only its user can read. */
export function keepKey(home: string, variable: string, value: string | undefined): void {
  const { [variable]: _before, ...others } = readKeys(home)
  const keys = value === undefined ? others : { ...others, [variable]: value }
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const draft = join(home, `.keys-${randomUUID()}.tmp`)
  try {
    writeFileSync(draft, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true })
    renameSync(draft, fileIn(home))
  } finally {
    rmSync(draft, { force: true })
  }
}

const fileIn = (home: string): string => join(home, 'keys.json')
