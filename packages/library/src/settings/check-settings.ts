import { type Json, nearestName } from '@convene/domain'
import type { FileProblem } from '@convene/platform'
import { describeIssue, type FindPosition, type KeyPath, keyPathText, show } from '@convene/platform'
import { declared } from './declared/declared.ts'
import { isGroup } from './declared/table.ts'
import { SettingsFile } from './settings-file.ts'

type Fields = { readonly [key: string]: Json }
export type CheckedSettings = { readonly settings: SettingsFile; readonly problems: readonly FileProblem[] }

/**
 * If one of these is wrong, nothing starts: a guess could cost money, grant access or send a key to the wrong server.
 */
const neverGuessed: readonly string[] = Object.entries(declared).flatMap(([key, entry]) => {
  if (!isGroup(entry)) return entry.mustBeValid ? [key] : []
  return Object.entries(entry.group).flatMap(([name, { mustBeValid }]) => (mustBeValid ? [`${key}.${name}`] : []))
})

/** A file with more unknown keys than this is not a settings file. Naming them all would not help. */
const MAX_UNKNOWN = 50

/** Takes what is valid and reports what is not: unsafe settings as errors, the others with what is used instead. */
export function checkSettings(fields: Fields, file: string, places: FindPosition): CheckedSettings {
  const problems = unknownKeys(fields)
    .slice(0, MAX_UNKNOWN)
    .map((each) => unknownKey(each, file, places))
  let rest = fields
  for (let parsed = SettingsFile.safeParse(rest); ; parsed = SettingsFile.safeParse(rest)) {
    if (parsed.success) return { settings: parsed.data, problems }
    for (const issue of parsed.error.issues) {
      const { path, message } = describeIssue(issue, { value: rest, schema: SettingsFile })
      const fatal = neverGuessed.some((key) => isAt(keyPathText(path), key))
      const place = { file, ...places(path), key: keyPathText(path) }
      if (fatal) problems.push({ severity: 'error', code: 'bad_value', ...place, message })
      else
        problems.push({ severity: 'warning', code: 'bad_value', ...place, message: `${message} ${consequence(path)}` })
    }
    rest = settingsIn(parsed.error.issues.map(({ path }) => path as KeyPath)).reduceRight(without, rest)
  }
}

/** Every invalid value, and what is allowed. */
export const invalidValues = (fields: Fields): readonly { readonly path: KeyPath; readonly message: string }[] =>
  (SettingsFile.safeParse(fields).error?.issues ?? []).map((issue) =>
    describeIssue(issue, { value: fields, schema: SettingsFile }),
  )

/** Whether a key is this one, or nested in it. */
const isAt = (key: string, outer: string): boolean =>
  key === outer || (['.', '['].includes(key.charAt(outer.length)) && key.startsWith(outer))

function consequence(path: KeyPath): string {
  return path.length > 1 && !isGroup(declared[String(path[0])] ?? { group: {} })
    ? 'It is left out.'
    : 'The default is used.'
}

/** Each setting once: removing `pool[1]` twice would remove its neighbour too. */
function settingsIn(paths: readonly KeyPath[]): readonly KeyPath[] {
  return [...new Map(paths.map((path) => [keyPathText(path.slice(0, 2)), path.slice(0, 2)])).values()]
}

/** Removes the setting that contains a path: `plan.maxParallel`, `mcpServers.files`, `pool[1]`. */
function without(fields: Fields, [first, second]: KeyPath): Fields {
  const { [String(first)]: value, ...others } = fields
  if (second === undefined || typeof value !== 'object' || value === null) return others
  if (Array.isArray(value)) return { ...others, [String(first)]: value.filter((_, index) => index !== second) }
  const { [String(second)]: _, ...kept } = value as Fields
  return { ...others, [String(first)]: kept }
}

/** An unknown key, and the settings it may have meant. */
export type UnknownKey = { readonly path: KeyPath; readonly known: readonly string[] }

/** Every unknown key in a settings file. */
export function unknownKeys(fields: Fields): readonly UnknownKey[] {
  const shape: { readonly [key: string]: unknown } = SettingsFile.shape
  const top = strangers([], fields, Object.keys(shape))
  const inner = Object.keys(fields).flatMap((key) => {
    const nested = innerKeys(shape[key])
    const value = fields[key]
    return nested && value !== null && typeof value === 'object' ? strangers([key], value as Fields, nested) : []
  })
  return [...top, ...inner]
}

function strangers(around: KeyPath, fields: Fields, known: readonly string[]): readonly UnknownKey[] {
  return Object.keys(fields)
    .filter((key) => !known.includes(key))
    .map((key) => ({ path: [...around, key], known }))
}

function innerKeys(schema: unknown): readonly string[] | undefined {
  const inner = (schema as { unwrap?: () => { shape?: object } } | undefined)?.unwrap?.()
  return inner?.shape ? Object.keys(inner.shape) : undefined
}

function unknownKey(unknown: UnknownKey, file: string, places: FindPosition): FileProblem {
  const { path } = unknown
  const message = `unknown setting, ignored.${suggestion(unknown)}`
  return { severity: 'warning', code: 'unknown_key', file, ...places(path), key: keyPathText(path), message }
}

/** ` Did you mean "limits.maxTurns"?`: a sibling setting with a similar name, or one with this name elsewhere. */
export function suggestion({ path, known }: UnknownKey): string {
  const name = String(path.at(-1))
  const nearest = nearestName(name, known)
  const meant = nearest ? keyPathText([...path.slice(0, -1), nearest]) : elsewhere(name)
  return meant ? ` Did you mean ${show(meant)}?` : ''
}

function elsewhere(name: string): string | undefined {
  const groups = Object.entries(SettingsFile.shape).map(([group, schema]) => [group, innerKeys(schema) ?? []] as const)
  const exact = groups.find(([, keys]) => keys.includes(name))
  return exact && `${exact[0]}.${name}`
}
