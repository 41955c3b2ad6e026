import type { Rules } from '@convene/domain'
import type { Settings } from '@convene/library'

/** The user's rules on top of the defaults, and the workspace's as a separate layer. */
export function ruleLayersOf(
  { permissions }: Settings,
  withDefaults: (rules: Rules) => Rules,
): { layer: string; rules: Rules }[] {
  const user = permissions.find(({ layer }) => layer === 'user')?.rules ?? {}
  const others = permissions.filter(({ layer }) => layer !== 'user')
  return [{ layer: 'user', rules: withDefaults(user) }, ...others.map(({ layer, rules }) => ({ layer, rules }))]
}
