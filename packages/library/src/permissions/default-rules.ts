import { knownTools, type Rules } from '@convene/domain'

/** The rules by default: reading is allowed, everything that has an effect asks. */
export const defaultRules: Rules = Object.fromEntries(
  Object.entries(knownTools).flatMap(([name, { rule }]) => (rule === undefined ? [] : [[name, rule] as const])),
)

/**
 * The user layer: the defaults, then the user's rules in their order. The last match wins. If a permission has patterns
 * but no rule for everything else, its default applies there.
 */
export function withDefaults(rules: Rules): Rules {
  const untouched = Object.entries(defaultRules).filter(([permission]) => !Object.hasOwn(rules, permission))
  return Object.fromEntries([...untouched, ...Object.entries(rules).map(([name, rule]) => [name, onTop(name, rule)])])
}

function onTop(permission: string, rule: Rules[string]): Rules[string] {
  const usual = Object.hasOwn(defaultRules, permission) ? defaultRules[permission] : undefined
  if (typeof rule === 'string' || typeof usual !== 'string' || Object.hasOwn(rule, '*')) return rule
  return { '*': usual, ...rule }
}
