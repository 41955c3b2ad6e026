import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { ok, type Result, refuse } from '@convene/domain'
import { z } from 'zod'
import { readSourceFile } from '../source-file/read-source-file.ts'
import { replaceFile } from '../source-file/replace-file.ts'

/** Values by variable name. */
export type Entries = { readonly [variable: string]: string }

const Stored = z.record(z.string(), z.string())
const MAX_BYTES = 1_000_000

/** Reads an entries file. A missing file has no entries. A damaged one is never overwritten. */
export function readEntriesFile(file: string): Result<Entries> {
  const found = readSourceFile(file, { maxBytes: MAX_BYTES })
  if (found.state === 'missing') return ok({})
  if (found.state === 'refused') return refuse('keys_unreadable', `${file} cannot be read: ${found.message}.`)
  try {
    return ok(Stored.parse(JSON.parse(found.text)))
  } catch {
    return refuse(
      'keys_unreadable',
      `${file} is damaged: expected a JSON object of names and strings. Fix it or delete it.`,
    )
  }
}

/** Changes one entry, or removes it if the value is undefined. The file ends up readable by its user only. */
export function changeEntry(file: string, variable: string, text: string | undefined): Result<void> {
  const read = readEntriesFile(file)
  if (!read.ok) return read
  const { [variable]: before, ...others } = read.value
  if (before === text) return ok(undefined)
  const entries = text === undefined ? others : { ...others, [variable]: text }
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    replaceFile(file, `${JSON.stringify(entries, null, 2)}\n`)
    return ok(undefined)
  } catch (error) {
    return refuse('keys_unwritable', `${file} cannot be written: ${(error as NodeJS.ErrnoException).code}.`)
  }
}
