import { knownTools, type Rules } from '@convene/domain'

/** What holds where the user has said nothing: looking is allowed, everything that touches something asks. */
export const defaultRules: Rules = Object.fromEntries(
  Object.entries(knownTools).flatMap(([name, { rule }]) => (rule === undefined ? [] : [[name, rule] as const])),
)

/**
 * The user layer: the defaults, then what the user wrote, in the user's order: the last match wins. Where patterns are
 * written for a permission and none for everything else, its default holds there.
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
