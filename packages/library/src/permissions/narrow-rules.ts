import { type Action, knownTools, matches, type Rules } from '@convene/domain'
import type { KeyPath } from '@convene/platform'

export type NarrowedRules = { readonly rules: Rules; readonly dropped: readonly KeyPath[] }

/**
 * Rules that can only restrict. An `allow` has no effect, so it is dropped. If a stricter rule comes before it,
 * dropping it would deny more than was written, so it becomes `ask`.
 */
export function narrowRules(rules: Rules): NarrowedRules {
  const dropped: KeyPath[] = []
  let stricterBefore = false
  const narrow = (action: Action, path: KeyPath): readonly Action[] => {
    if (action !== 'allow') {
      stricterBefore = true
      return [action]
    }
    dropped.push(path)
    return stricterBefore ? ['ask'] : []
  }
  const entries = Object.entries(rules).flatMap(([permission, rule]): [string, Rules[string]][] => {
    if (typeof rule === 'string') return narrow(rule, [permission]).map((action) => [permission, action])
    const patterns = Object.entries(rule).flatMap(([pattern, action]) =>
      narrow(action, [permission, pattern]).map((kept) => [pattern, kept] as const),
    )
    return patterns.length ? [[permission, Object.fromEntries(patterns)]] : []
  })
  return { rules: Object.fromEntries(entries), dropped }
}

/**
 * The rules of a workspace that is not trusted, for everybody who works in it. They may restrict what has an effect, and
 * nothing that is allowed by default: reading, asking, voting and reporting. Otherwise a repository could hide its files
 * from a reviewer, or silence them. A pattern that covers both is left out.
 */
export function restrictingRules(rules: Rules): NarrowedRules {
  const { rules: narrowed, dropped } = narrowRules(rules)
  const isHarmless = (name: string) => harmless.some((tool) => matches(name, tool))
  const left = Object.keys(narrowed).filter(isHarmless)
  const kept = Object.entries(narrowed).filter(([name]) => !isHarmless(name))
  const named = dropped.filter(([name]) => !left.includes(String(name)))
  return { rules: Object.fromEntries(kept), dropped: [...named, ...left.map((name) => [name])] }
}

/** What needs nobody's permission by default. */
const harmless = Object.entries(knownTools).flatMap(([name, { rule }]) => (rule === 'allow' ? [name] : []))
