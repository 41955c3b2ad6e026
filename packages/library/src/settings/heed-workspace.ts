import { type LimitSettings, modes } from '@convene/domain'
import type { Problem } from '@convene/platform'
import { type KeyPath, keyText, type Places } from '@convene/platform'
import { narrowRules } from './narrow-rules.ts'
import type { Settings } from './settings.ts'
import { type SettingsFile, untrustedMay } from './settings-file.ts'

type Key = keyof SettingsFile

const keysThat = (may: 'nothing' | 'narrow'): readonly Key[] =>
  (Object.keys(untrustedMay) as Key[]).filter((key) => untrustedMay[key] === may)

/** What a cloned repo could misuse: it would choose who works, and who sees the user's keys, code and money. */
const withheld = keysThat('nothing')

/** What is about work and patience: less of it than the user allows is fine, more is not. */
const sections = keysThat('narrow').filter((key) => !['limits', 'permissions', 'variables'].includes(key))
/** Switched on, these give the person more say, or keep agents further apart. */
const strict = ['approve', 'worktrees', 'lockOut', 'userVotes']

type Page = { readonly file: string; readonly places: Places }
export type Heeded = { readonly settings: SettingsFile; readonly problems: readonly Problem[] }

/** A mistake in what is not used anyway must not keep anybody from working in a cloned repo. */
export function forgiveWithheld(problem: Problem): Problem {
  const isWithheld = withheld.some((key) => `${problem.key}.`.startsWith(`${key}.`))
  return isWithheld ? { ...problem, severity: 'warning' } : problem
}

/** What an untrusted workspace may still decide. Everything it may not is left out and named. */
export function heedWorkspace(local: SettingsFile, user: Settings, page: Page): Heeded {
  const kept: SettingsFile = { ...local }
  const left: KeyPath[] = []
  for (const key of withheld) {
    if (kept[key] === undefined) continue
    left.push(...namesIn(key, kept[key]))
    delete kept[key]
  }
  if (local.limits) {
    const { limits, above } = capLimits(local.limits, { ...usualLimits(), ...user.limits })
    kept.limits = limits
    left.push(...above.map((name) => ['limits', name]))
  }
  if (local.permissions) {
    const { rules, dropped } = narrowRules(local.permissions)
    kept.permissions = rules
    left.push(...dropped.map((path) => ['permissions', ...path]))
  }
  if (local.variables) {
    const theirs = Object.entries(local.variables).filter(([name]) => !Object.hasOwn(user.variables, name))
    kept.variables = Object.fromEntries(theirs)
    const taken = Object.keys(local.variables).filter((name) => Object.hasOwn(user.variables, name))
    left.push(...taken.map((name) => ['variables', name]))
  }
  for (const section of sections) {
    if (local[section] === undefined) continue
    const [narrow, wider] = narrowed(Object(local[section]), Object(user[section as keyof Settings]))
    Object.assign(kept, { [section]: narrow })
    left.push(...wider.map((name) => [section, name]))
  }
  return { settings: kept, problems: left.map((path) => untrusted(page, path)) }
}

/** A section without what is wider than the user's own, and the names of that. */
function narrowed(section: object, ceiling: object): readonly [object, readonly string[]] {
  const values = Object.entries(section)
  const most = ceiling as { readonly [name: string]: unknown }
  const isWithin = ([name, value]: [string, unknown]) =>
    value === most[name] ||
    (typeof value === 'number' && value <= Number(most[name])) ||
    (value === true && strict.includes(name))
  const within = values.filter(isWithin)
  return [Object.fromEntries(within), values.filter((entry) => !isWithin(entry)).map(([name]) => name)]
}

/** What the strictest mode allows by itself: where the person says nothing, a workspace may not allow more in any mode. */
function usualLimits(): LimitSettings {
  const pairs = Object.values(modes).flatMap((mode) => Object.entries(mode.limits({ members: { length: 1 } })))
  const lowest: Record<string, number> = {}
  for (const [name, limit] of pairs)
    if (typeof limit === 'number') lowest[name] = Math.min(limit, lowest[name] ?? limit)
  return lowest
}

/** Keeps the limits that are not above the ceiling; where the ceiling is silent, there is none that they could lift. */
export function capLimits(
  limits: LimitSettings,
  ceiling: LimitSettings,
): { readonly limits: LimitSettings; readonly above: readonly string[] } {
  const names = Object.keys(limits) as (keyof LimitSettings)[]
  const above = names.filter((name) => isAbove(name, limits[name], ceiling[name]))
  const within = Object.entries(limits).filter(([name]) => !above.includes(name as keyof LimitSettings))
  return { limits: Object.fromEntries(within), above }
}

type Limit = LimitSettings[keyof LimitSettings]

function isAbove(name: string, limit: Limit, ceiling: Limit): boolean {
  if (ceiling === undefined || ceiling === null || limit === undefined) return false
  if (Array.isArray(ceiling)) return isWider(name, Array.isArray(limit) ? limit : [], ceiling)
  if (typeof ceiling === 'boolean') return limit === true && !ceiling
  return limit === null || Number(limit) > ceiling
}

/** More that is allowed, or less that is prohibited; an empty list of what is allowed allows everything. */
function isWider(name: string, limit: readonly string[], ceiling: readonly string[]): boolean {
  if (name === 'prohibitedPatterns') return ceiling.some((pattern) => !limit.includes(pattern))
  return ceiling.length > 0 && (limit.length === 0 || limit.some((one) => !ceiling.includes(one)))
}

function namesIn(key: string, value: unknown): readonly KeyPath[] {
  const isOneValue = typeof value !== 'object' || Array.isArray(value)
  return isOneValue ? [[key]] : Object.keys(value as object).map((name) => [key, name])
}

function untrusted({ file, places }: Page, path: KeyPath): Problem {
  const message = 'not used, because this workspace is not trusted. `convene trust --show` shows what it would bring.'
  return { severity: 'warning', code: 'untrusted', file, ...places(path), key: keyText(path), message }
}
