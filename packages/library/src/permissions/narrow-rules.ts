import type { Action, Rules } from '@convene/domain'
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
