import type { Json } from '@convene/domain'
import type { SettingsReading, SettingsScope } from './use-settings.ts'

/** The source of a setting's value, from the edited file's point of view. */
export type SettingOrigin = {
  /** This file's value. */
  readonly own: Json | undefined
  /** The value without this file, and its source. */
  readonly inherited: Json | undefined
  readonly from: 'default' | 'user'
  /** The workspace's value, if it overrides the user's. */
  readonly overruledBy?: Json
  /** Set by an untrusted workspace and therefore not applied. */
  readonly isWithheld: boolean
}

type Reading = Pick<SettingsReading, 'defaults' | 'layers' | 'workspace'>

/** Compares both files for one setting. */
export function originOf(
  { defaults, layers, workspace }: Reading,
  scope: SettingsScope,
  path: readonly string[],
): SettingOrigin {
  const [usual, user, local] = [defaults, layers.user, layers.workspace].map((values) => valueAt(values, path))
  const isWithheld = local !== undefined && workspace.withheld.some((key) => isAt(path.join('.'), key))
  if (scope === 'workspace') {
    const [inherited, from] = user === undefined ? ([usual, 'default'] as const) : ([user, 'user'] as const)
    return { own: local, inherited, from, isWithheld }
  }
  const isOverruled = local !== undefined && !isWithheld && !isSame(local, user ?? usual)
  return { own: user, inherited: usual, from: 'default', isWithheld: false, ...(isOverruled && { overruledBy: local }) }
}

/** The value at a path, if any. */
export function valueAt(settings: { readonly [key: string]: Json }, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (value, key) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? (value as { readonly [key: string]: Json })[key]
        : undefined,
    settings as Json,
  )
}

const isAt = (key: string, outer: string): boolean => key === outer || key.startsWith(`${outer}.`)

const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
