import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Problem } from '../source-file/problem.ts'
import { readJsonc } from '../source-file/read-jsonc.ts'
import { readSourceFile } from '../source-file/read-source-file.ts'
import { checkSettings } from './check-settings.ts'
import { heedWorkspace } from './heed-workspace.ts'
import { defaultSettings, mergeSettings, type Settings } from './settings.ts'
import type { SettingsFile } from './settings-file.ts'
import { upgradeSettings } from './upgrade-settings.ts'

/** A settings file as it was read. `digest` is what a save compares; null is a file that was not there. */
export type SettingsSource = {
  readonly layer: 'user' | 'workspace'
  readonly file: string
  readonly digest: string | null
}

export type SettingsReading = {
  readonly settings: Settings
  readonly problems: readonly Problem[]
  readonly sources: readonly SettingsSource[]
}

export type SettingsPlaces = { readonly home: string; readonly workspace: string; readonly trusted: boolean }

const MAX_BYTES = 1_000_000

/** Reads the user's settings, then the workspace's over them. With an error among the problems nothing should start. */
export function readSettings({ home, workspace, trusted }: SettingsPlaces): SettingsReading {
  const user = readOne('user', join(home, 'config.json'))
  const own = mergeSettings(defaultSettings, user.settings, 'user')
  const local = readOne('workspace', join(workspace, '.convene', 'config.json'), workspace)
  const heeded = trusted
    ? { settings: local.settings, problems: [] }
    : heedWorkspace(local.settings, own, local.source.file)
  return {
    settings: mergeSettings(own, heeded.settings, 'workspace'),
    problems: [...user.problems, ...local.problems, ...heeded.problems],
    sources: [user.source, local.source],
  }
}

/** What a save compares with what it finds. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

type One = { readonly settings: SettingsFile; readonly problems: readonly Problem[]; readonly source: SettingsSource }

function readOne(layer: 'user' | 'workspace', file: string, inside?: string): One {
  const found = readSourceFile(file, { maxBytes: MAX_BYTES, ...(inside === undefined ? {} : { inside }) })
  if (found.state === 'missing') return { settings: {}, problems: [], source: { layer, file, digest: null } }
  if (found.state === 'refused') return failed(layer, file, { message: found.message })
  const source = { layer, file, digest: digestOf(found.text) }
  const reading = readJsonc(found.text)
  if (!reading.ok) return { ...failed(layer, file, { ...reading.place, message: reading.message }), source }
  const upgraded = upgradeSettings(reading.value, file, reading.places)
  if (!upgraded.ok) return { settings: {}, problems: [upgraded.problem], source }
  const checked = checkSettings(upgraded.fields, file, reading.places)
  const repeated = reading.repeated.map((path): Problem => {
    const message = 'this key stands here more than once; the last one counts.'
    return { severity: 'warning', code: 'repeated_key', file, ...reading.places(path), key: path.join('.'), message }
  })
  return { settings: checked.settings, problems: [...repeated, ...checked.problems], source }
}

function failed(
  layer: 'user' | 'workspace',
  file: string,
  what: { readonly line?: number; readonly column?: number; readonly message: string },
): One {
  const problem: Problem = { severity: 'error', code: 'unreadable', file, ...what }
  return { settings: {}, problems: [problem], source: { layer, file, digest: null } }
}
