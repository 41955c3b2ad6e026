import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Preferences = { readonly [name: string]: unknown; readonly download?: object }

/** Settings the browser needs before it starts: it must always ask where to save a file. */
export function writePreferences(profile: string): void {
  const file = join(profile, 'Default', 'Preferences')
  const known = read(file)
  const preferences = { ...known, download: { ...known.download, prompt_for_download: true } }
  mkdirSync(join(profile, 'Default'), { recursive: true, mode: 0o700 })
  writeFileSync(file, JSON.stringify(preferences), { mode: 0o600 })
}

/** The stored preferences. A truncated file counts as empty. */
function read(file: string): Preferences {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as Preferences
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
