import { endsRun, isWiderLimit, type LimitKey, type LimitSettings, type Narrowed, type Setting } from '@convene/domain'
import type { FileProblem } from '@convene/platform'
import { type FindPosition, type KeyPath, keyPathText } from '@convene/platform'
import { declared } from './declared/declared.ts'
import { isGroup } from './declared/table.ts'
import type { Settings } from './settings.ts'
import type { SettingsFile } from './settings-file.ts'

type Page = { readonly file: string; readonly places: FindPosition }
type Fields = { readonly [key: string]: unknown }
export type Restricted = { readonly settings: SettingsFile; readonly problems: readonly FileProblem[] }

/** Keys that an untrusted workspace may not set at all, including groups in which that applies to every setting. */
const withheld: readonly string[] = Object.entries(declared).flatMap(([key, entry]) => {
  if (!isGroup(entry)) return entry.untrusted === 'never' ? [key] : []
  const inner = Object.entries(entry.group).filter(([, { untrusted }]) => untrusted === 'never')
  return inner.length === Object.keys(entry.group).length ? [key] : inner.map(([name]) => `${key}.${name}`)
})

/** A mistake in a setting that is not used anyway must not block work in a cloned repository. */
export function forgiveWithheld(problem: FileProblem): FileProblem {
  const isWithheld = withheld.some((key) => `${problem.key}.`.startsWith(`${key}.`))
  return isWithheld ? { ...problem, severity: 'warning' } : problem
}

/** The settings that an untrusted workspace may still change. The others are dropped and reported. */
export function restrictUntrusted(local: SettingsFile, user: Settings, page: Page): Restricted {
  const left: KeyPath[] = []
  const kept = (one: Setting, path: KeyPath): unknown => {
    const narrowed = narrow(one, valueAt(local, path), valueAt(user, path))
    left.push(...narrowed.left.map((inner) => [...path, ...inner]))
    return narrowed.kept
  }
  const restricted = Object.entries(local as Fields).map(([key, value]) => {
    const entry = declared[key]
    if (entry === undefined || value === undefined) return [key, value]
    if (!isGroup(entry)) return [key, kept(entry, [key])]
    const inner = Object.entries(entry.group).map(([name, one]) => [name, kept(one, [key, name])])
    return [key, Object.fromEntries(inner.filter(([, one]) => one !== undefined))]
  })
  return { settings: Object.fromEntries(restricted), problems: left.map((path) => untrusted(page, path)) }
}

const valueAt = (values: object, path: KeyPath): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Fields | undefined)?.[key], values)

function narrow({ untrusted: may, merge }: Setting, value: unknown, users: unknown): Narrowed {
  if (may === 'free' || value === undefined) return { kept: value, left: [] }
  if (may !== 'never') return may(value, users)
  const isByName = merge !== undefined && typeof value === 'object' && value !== null
  return { left: isByName ? Object.keys(value).map((name) => [name]) : [[]] }
}

/** What is kept of limits from a file that is not trusted: those that do not exceed the ceiling, and end a run openly. */
export function capLimits(
  limits: LimitSettings,
  ceiling: LimitSettings,
): { readonly limits: LimitSettings; readonly above: readonly string[]; readonly hidden: readonly string[] } {
  const names = Object.keys(limits) as LimitKey[]
  const hidden = names.filter((name) => !endsRun(name))
  const above = names.filter((name) => endsRun(name) && isWiderLimit(name, limits[name], ceiling[name]))
  const within = Object.entries(limits).filter(([name]) => ![...hidden, ...above].includes(name as LimitKey))
  return { limits: Object.fromEntries(within), above, hidden }
}

function untrusted({ file, places }: Page, path: KeyPath): FileProblem {
  const message = 'not used, because this workspace is not trusted. `convene trust --show` shows what it would bring.'
  return { severity: 'warning', code: 'untrusted', file, ...places(path), key: keyPathText(path), message }
}
