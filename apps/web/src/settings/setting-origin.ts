import type { Json } from '@convene/domain'
import type { Scope, SettingsReading } from './use-settings.ts'

/** Where the value of a setting comes from, as the file that is being edited sees it. */
export type Origin = {
  /** What this file says. */
  readonly own: Json | undefined
  /** What holds where it says nothing, and who says that. */
  readonly inherited: Json | undefined
  readonly from: 'default' | 'user'
  /** What the workspace says instead of the person's own value. */
  readonly overruledBy?: Json
  /** It stands in the file of a workspace that is not trusted, and is not used. */
  readonly isWithheld: boolean
}

type Reading = Pick<SettingsReading, 'defaults' | 'layers' | 'workspace'>

/** Reads what both files say about one setting. */
export function originOf({ defaults, layers, workspace }: Reading, scope: Scope, path: readonly string[]): Origin {
  const [usual, user, local] = [defaults, layers.user, layers.workspace].map((values) => valueAt(values, path))
  const isWithheld = local !== undefined && workspace.withheld.some((key) => isAt(path.join('.'), key))
  if (scope === 'workspace') {
    const [inherited, from] = user === undefined ? ([usual, 'default'] as const) : ([user, 'user'] as const)
    return { own: local, inherited, from, isWithheld }
  }
  const isOverruled = local !== undefined && !isWithheld && !isSame(local, user ?? usual)
  return { own: user, inherited: usual, from: 'default', isWithheld: false, ...(isOverruled && { overruledBy: local }) }
}

/** What stands at a path, if anything does. */
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
