import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { FileProblem } from '@convene/platform'
import { type FindPosition, type KeyPath, keyPathText, readJsonc, readSourceFile } from '@convene/platform'
import { checkSettings } from './check-settings.ts'
import { forgiveWithheld, restrictUntrusted } from './restrict-untrusted.ts'
import { defaultSettings, mergeSettings, type Settings } from './settings.ts'
import type { SettingsFile } from './settings-file.ts'
import { upgradeSettings } from './upgrade-settings.ts'

/** A settings file as it was read. A save compares the `digest`. Null means that the file did not exist. */
export type SettingsSource = {
  readonly layer: 'user' | 'workspace'
  readonly file: string
  readonly digest: string | null
}

export type SettingsReading = {
  readonly settings: Settings
  readonly problems: readonly FileProblem[]
  readonly sources: readonly SettingsSource[]
  /** What each file contains. For an untrusted workspace, this includes what is not in force. */
  readonly layers: { readonly user: SettingsFile; readonly workspace: SettingsFile }
}

export type SettingsPlaces = { readonly home: string; readonly workspace: string; readonly trusted: boolean }

const MAX_BYTES = 1_000_000

/** Reads the user's settings, then the workspace's on top. If the problems include an error, nothing should start. */
export function readSettings({ home, workspace, trusted }: SettingsPlaces): SettingsReading {
  const user = readOne('user', join(home, 'config.json'))
  const own = mergeSettings(defaultSettings, user.settings, 'user')
  const local = readOne('workspace', join(workspace, '.convene', 'config.json'), workspace)
  const page = { file: local.source.file, places: local.places }
  const used = trusted ? { settings: local.settings, problems: [] } : restrictUntrusted(local.settings, own, page)
  const localProblems = trusted ? local.problems : local.problems.map(forgiveWithheld)
  return {
    settings: mergeSettings(own, used.settings, 'workspace'),
    problems: [...user.problems, ...localProblems, ...used.problems],
    sources: [user.source, local.source],
    layers: { user: user.settings, workspace: local.settings },
  }
}

/** A save compares this with what it finds. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

type One = {
  readonly settings: SettingsFile
  readonly problems: readonly FileProblem[]
  readonly source: SettingsSource
  readonly places: FindPosition
}

function readOne(layer: 'user' | 'workspace', file: string, inside?: string): One {
  const found = readSourceFile(file, { maxBytes: MAX_BYTES, ...(inside === undefined ? {} : { inside }) })
  const digest = found.state === 'read' ? digestOf(found.text) : null
  const nothing: One = { settings: {}, problems: [], source: { layer, file, digest }, places: nowhere }
  if (found.state === 'missing') return nothing
  if (found.state === 'refused') return { ...nothing, problems: [unreadable(file, found.message)] }
  const reading = readJsonc(found.text)
  if (!reading.ok) return { ...nothing, problems: [{ ...unreadable(file, reading.message), ...reading.place }] }
  const upgraded = upgradeSettings(reading.value, { file, places: reading.places })
  if (!upgraded.ok) return { ...nothing, problems: [upgraded.problem] }
  const { settings, problems } = checkSettings(upgraded.fields, file, reading.places)
  const repeated = reading.repeated.map((path) => repeatedKey(path, file, reading.places))
  return { ...nothing, settings, problems: [...repeated, ...problems], places: reading.places }
}

const nowhere: FindPosition = () => ({ line: 1, column: 1 })

const unreadable = (file: string, message: string): FileProblem => ({
  severity: 'error',
  code: 'unreadable',
  file,
  message,
})

function repeatedKey(path: KeyPath, file: string, places: FindPosition): FileProblem {
  const message = 'this key is in the file more than once. The last one counts.'
  return { severity: 'warning', code: 'repeated_key', file, ...places(path), key: keyPathText(path), message }
}
