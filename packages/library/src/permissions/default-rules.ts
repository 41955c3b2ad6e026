import { knownTools, type Rules } from '@convene/domain'

/** The rules by default: reading is allowed, everything that has an effect asks. */
export const defaultRules: Rules = Object.fromEntries(
  Object.entries(knownTools).flatMap(([name, { rule }]) => (rule === undefined ? [] : [[name, rule] as const])),
)

/**
 * The user layer: the defaults, then the user's rules in their order. The last match wins. If a permission has patterns
 * but no rule for everything else, its default applies there. `builtIn` names the rules that the user did not write.
 */
export function withDefaults(rules: Rules): { readonly rules: Rules; readonly builtIn: string[] } {
  const used = Object.keys(defaultRules).filter((permission) => appliesBeside(rules, permission))
  const untouched = used.filter((permission) => !Object.hasOwn(rules, permission))
  const onTop = Object.entries(rules).map(([name, rule]) => {
    const usual = used.includes(name) ? defaultRules[name] : undefined
    return [name, typeof rule === 'string' || typeof usual !== 'string' ? rule : { '*': usual, ...rule }] as const
  })
  return {
    rules: Object.fromEntries([...untouched.map((name) => [name, defaultRules[name]] as const), ...onTop]) as Rules,
    builtIn: used.map((permission) => `${permission}: *`),
  }
}

function appliesBeside(rules: Rules, permission: string): boolean {
  const own = Object.hasOwn(rules, permission) ? rules[permission] : undefined
  return own === undefined || (typeof own !== 'string' && !Object.hasOwn(own, '*'))
}
