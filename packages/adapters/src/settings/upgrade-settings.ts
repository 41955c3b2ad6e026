import type { Json } from '@convene/domain'
import { show } from '../source-file/describe-issue.ts'
import type { Places } from '../source-file/places.ts'
import type { Problem } from '../source-file/problem.ts'

type Fields = { readonly [key: string]: Json }

/** The version that this program writes. */
export const SETTINGS_VERSION = 1

/** One step a version: `upgrades[n]` turns settings of version n into those of n + 1. Steps stay here for good. */
const upgrades: { readonly [version: number]: (fields: Fields) => Fields } = {}

export type Upgraded =
  | { readonly ok: true; readonly fields: Fields; readonly from: number }
  | { readonly ok: false; readonly problem: Problem }

/** Brings older settings up to date in memory; the file changes only with the next save. Newer ones are refused. */
export function upgradeSettings(value: Json, file: string, places: Places): Upgraded {
  const error = (key: string | undefined, message: string): Upgraded => ({
    ok: false,
    problem: {
      severity: 'error',
      code: 'bad_version',
      file,
      ...places(key ? [key] : []),
      ...(key ? { key } : {}),
      message,
    },
  })
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return error(undefined, `expected an object in braces, found ${show(value)}.`)
  const { version = SETTINGS_VERSION, ...rest } = value as Fields
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    return error('version', `found ${show(version)}, allowed is a whole number from 1 to ${SETTINGS_VERSION}.`)
  if (version > SETTINGS_VERSION)
    return error(
      'version',
      `is ${version}; this program reads up to ${SETTINGS_VERSION}. Update convene to use these settings.`,
    )
  let fields: Fields = rest
  for (let from = version; from < SETTINGS_VERSION; from++) fields = upgrades[from]?.(fields) ?? fields
  return { ok: true, fields: { ...fields, version: SETTINGS_VERSION }, from: version }
}
