import { join } from 'node:path'
import { ok } from '@convene/domain'
import type { Keyring } from '@convene/engine'
import { changeEntry, readEntriesFile } from './entries-file.ts'

/** Holds the keys in the data folder if there is no keychain. */
export const keyFile = (home: string): string => join(home, 'keys.json')

/** Keys in a file that only its user can read. */
export function fileKeyring(home: string): Keyring {
  const file = keyFile(home)
  return {
    place: { kind: 'file', label: 'a file that only you can read' },
    read: async (variable) => {
      const entries = readEntriesFile(file)
      return entries.ok ? ok(entries.value[variable]) : entries
    },
    keep: async (variable, key) => changeEntry(file, variable, key),
    forget: async (variable) => changeEntry(file, variable, undefined),
  }
}
