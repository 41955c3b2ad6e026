import { ownRules, type RuleVersions } from '@convene/domain'

const names = { counting: 'counting rule', fold: 'fold' } as const

/** What still holds of a result by rules that this version does not have, and what to do. */
export function otherRulesText(rules: RuleVersions): string {
  const kinds = (['counting', 'fold'] as const).filter((kind) => rules[kind] !== ownRules[kind])
  const said = (of: RuleVersions) => kinds.map((kind) => `${names[kind]} ${of[kind]}`).join(' and ')
  const isNewer = kinds.some((kind) => rules[kind] > ownRules[kind])
  const next = `To check it too, use ${isNewer ? 'a newer version of Convene' : 'the version that made the receipt'}.`
  return `Worked out by ${said(rules)}, and this version has ${said(ownRules)}: chain and signature hold, but the result was not worked out again. ${next}`
}
