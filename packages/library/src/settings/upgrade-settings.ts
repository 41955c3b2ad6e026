import type { Json } from '@convene/domain'
import type { FileProblem, FindPosition } from '@convene/platform'
import { show } from '@convene/platform'

type Fields = { readonly [key: string]: Json }

/** `steps[n]` upgrades settings from version n to n + 1. Steps are never removed. */
export type SettingsVersions = {
  readonly current: number
  readonly steps: { readonly [version: number]: (fields: Fields) => Fields }
}

export const settingsVersions: SettingsVersions = { current: 1, steps: {} }

export type Upgraded =
  | { readonly ok: true; readonly fields: Fields; readonly from: number }
  | { readonly ok: false; readonly problem: FileProblem }

type Page = { readonly file: string; readonly places: FindPosition }

/** Upgrades older settings in memory. The file changes only with the next save. Newer ones are refused. */
export function upgradeSettings(value: Json, page: Page, { current, steps } = settingsVersions): Upgraded {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return fail(page, [], `expected an object in braces, found ${show(value)}.`)
  const { version = current, ...rest } = value as Fields
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    return fail(page, ['version'], `found ${show(version)}, expected a whole number from 1 to ${current}.`)
  if (version > current)
    return fail(
      page,
      ['version'],
      `is ${version}, but this version supports only up to ${current}. Update convene to use this file.`,
    )
  let fields: Fields = rest
  for (let from = version; from < current; from++) fields = steps[from]?.(fields) ?? fields
  return { ok: true, fields: { version: current, ...fields }, from: version }
}

function fail({ file, places }: Page, path: readonly string[], message: string): Upgraded {
  const key = path.length > 0 ? { key: path.join('.') } : {}
  return { ok: false, problem: { severity: 'error', code: 'bad_version', file, ...places(path), ...key, message } }
}
