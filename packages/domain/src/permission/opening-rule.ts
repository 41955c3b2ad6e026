import { isGranted, judge, matches, type RuleLayer } from './judge.ts'

/**
 * A rule or grant that lets a call with this permission run without asking, for one target at least: `edit: *`.
 * Undefined: every call asks or is denied. A pattern stands for the targets that it matches.
 */
export function openingRule(
  permission: string,
  layers: readonly RuleLayer[],
  grants: readonly string[],
): string | undefined {
  const patterns = layers.flatMap(({ rules }) =>
    Object.entries(rules)
      .filter(([name]) => matches(name, permission))
      .flatMap(([, rule]) => (typeof rule === 'string' ? ['*'] : Object.keys(rule))),
  )
  const allowed = patterns.map((pattern) => judge(permission, pattern, layers)).find(({ action }) => action === 'allow')
  if (allowed) return allowed.rule
  return grants.find((grant) => {
    const target = grant.includes(':') ? grant.slice(grant.indexOf(':') + 1) : '*'
    return isGranted([grant], permission, target) && judge(permission, target, layers).action !== 'deny'
  })
}
