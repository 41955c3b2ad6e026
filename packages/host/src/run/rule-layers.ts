import type { Rules } from '@convene/domain'
import type { Settings } from '@convene/library'

export type WithDefaults = (rules: Rules) => { readonly rules: Rules; readonly builtIn: string[] }

/** The user's rules on top of the defaults, and the workspace's as a separate layer. */
export function ruleLayersOf(
  { permissions }: Settings,
  withDefaults: WithDefaults,
): { layer: string; rules: Rules; builtIn?: string[] }[] {
  const user = permissions.find(({ layer }) => layer === 'user')?.rules ?? {}
  const others = permissions.filter(({ layer }) => layer !== 'user')
  return [{ layer: 'user', ...withDefaults(user) }, ...others.map(({ layer, rules }) => ({ layer, rules }))]
}
