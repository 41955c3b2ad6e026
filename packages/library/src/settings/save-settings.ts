import { mkdirSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Json, ok, type Result, refuse } from '@convene/domain'
import {
  editJsonc,
  type KeyPath,
  keyPathText,
  problemText,
  readJsonc,
  readSourceFile,
  replaceFile,
} from '@convene/platform'
import { isInsideFolder } from '../files/inside-folder.ts'
import { invalidValues, suggestion, unknownKeys } from './check-settings.ts'
import { digestOf, type SettingsSource } from './read-settings.ts'
import { settingsVersions, upgradeSettings } from './upgrade-settings.ts'

export type SettingsChange = { readonly path: readonly string[]; readonly value: Json | undefined }

/** Settings to write, and the file as it was read before. */
export type SaveRequest = {
  readonly source: Pick<SettingsSource, 'file' | 'digest'>
  readonly changes: readonly SettingsChange[]
  /** The folder that the file must not lead out of: others can write to a workspace too. */
  readonly inside?: string
}

const MAX_BYTES = 1_000_000

/**
 * Changes a settings file and keeps its comments. Writes nothing if the file is no longer what was read, or would
 * become invalid. A file of an older version is upgraded, and the original is kept next to it as `.bak`.
 */
export function saveSettings(
  { source, changes, inside }: SaveRequest,
  versions = settingsVersions,
): Result<SettingsSource['digest']> {
  const { file } = source
  const before = textOf(file, inside)
  if (!before.ok) return before
  if ((before.value === null ? null : digestOf(before.value)) !== source.digest) return changed(file)
  const current = upToDate(before.value ?? '', file, versions)
  if (!current.ok) return current
  const edited = changes.reduce<Result<string>>(
    (text, { path, value }) => (text.ok ? editJsonc(text.value, path, value) : text),
    ok(current.value.text),
  )
  if (!edited.ok) return edited
  const refused =
    refuseInvalid(edited.value, { before: before.value ?? '', file, changes }) ?? refuseUnknown(edited.value, changes)
  if (refused) return refused
  return write(file, edited.value, { expected: before.value, backUp: current.value.upgraded, inside })
}

function textOf(file: string, inside?: string): Result<string | null> {
  const found = readSourceFile(file, { maxBytes: MAX_BYTES, ...(inside !== undefined && { inside }) })
  if (found.state === 'refused') return refuse('settings_unreadable', `${file}: ${found.message}.`)
  return ok(found.state === 'missing' ? null : found.text)
}

const changed = (file: string) =>
  refuse('settings_changed', `${file} was changed by someone else. Nothing was written. Read it again.`)

type Current = { readonly text: string; readonly upgraded: boolean }

function upToDate(text: string, file: string, versions: typeof settingsVersions): Result<Current> {
  if (text.trim() === '') return ok({ text: `{\n  "version": ${versions.current}\n}\n`, upgraded: false })
  const reading = readJsonc(text)
  if (!reading.ok)
    return refuse(
      'settings_malformed',
      problemText({ severity: 'error', code: 'unreadable', file, ...reading.place, message: reading.message }),
    )
  const upgraded = upgradeSettings(reading.value, { file, places: reading.places }, versions)
  if (!upgraded.ok) return refuse('settings_version', problemText(upgraded.problem))
  if (upgraded.from === versions.current) return ok({ text, upgraded: false })
  return ok({ text: `${JSON.stringify(upgraded.fields, null, 2)}\n`, upgraded: true })
}

/** A value that was never written has no line: only what is already wrong in the file is reported with its place. */
function refuseInvalid(text: string, { before, file, changes }: Edit): Result<never> | undefined {
  const reading = readJsonc(text)
  if (!reading.ok) return refuse('settings_malformed', reading.message)
  const written = readJsonc(before)
  const problems = invalidValues(reading.value as { [key: string]: Json }).map(({ path, message }) => {
    const key = keyPathText(path)
    if (changes.some((change) => lead(path, change.path))) return `${key}: ${message}`
    const place = written.ok ? written.places(path) : {}
    return problemText({ severity: 'error', code: 'bad_value', file, ...place, key, message })
  })
  return problems.length > 0 ? refuse('settings_invalid', `${problems.join('\n')} Nothing was saved.`) : undefined
}

type Edit = { readonly before: string; readonly file: string; readonly changes: readonly SettingsChange[] }

/**
 * What is written now must be a known setting. Unknown keys that are already in the file do not concern this change.
 */
function refuseUnknown(text: string, changes: readonly SettingsChange[]): Result<never> | undefined {
  const written = changes.filter(({ value }) => value !== undefined).map(({ path }) => path)
  const reading = readJsonc(text)
  const unknown = reading.ok ? unknownKeys(reading.value as { [key: string]: Json }) : []
  const ours = unknown.find(({ path }) => written.some((other) => lead(path, other)))
  return ours && refuse('unknown_setting', `Unknown setting ${keyPathText(ours.path)}.${suggestion(ours)}`)
}

/** Whether one of two paths is a prefix of the other. */
const lead = (a: KeyPath, b: KeyPath): boolean => {
  const shared = Math.min(a.length, b.length)
  return keyPathText(a.slice(0, shared)) === keyPathText(b.slice(0, shared))
}

type Write = { readonly expected: string | null; readonly backUp: boolean; readonly inside: string | undefined }

function write(file: string, text: string, { expected, backUp, inside }: Write): Result<string> {
  try {
    mkdirSync(dirname(file), { recursive: true, ...(inside === undefined && { mode: 0o700 }) })
    if (inside !== undefined && !isInsideFolder(dirname(file), inside))
      return refuse('outside', `${dirname(file)} points elsewhere. Nothing was written.`)
    const target = expected === null ? file : realpathSync(file)
    if (backUp) replaceFile(`${target}.bak`, expected ?? '')
    const now = textOf(file, inside)
    if (!now.ok || now.value !== expected) return changed(file)
    replaceFile(target, text, inside === undefined ? 0o600 : 0o644)
    return ok(digestOf(text))
  } catch (error) {
    return refuse('settings_unwritable', `${file} cannot be written: ${(error as NodeJS.ErrnoException).code}.`)
  }
}
