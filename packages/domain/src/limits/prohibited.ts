import { compilePattern } from '../pattern/compile-pattern.ts'
import { matchesPattern } from '../pattern/match-pattern.ts'
import type { Limits } from './limits.ts'

/** Whether one of these texts matches a prohibited pattern, whatever its case. */
export const isProhibited = (
  { prohibitedPatterns }: Pick<Limits, 'prohibitedPatterns'>,
  said: readonly string[],
): boolean =>
  prohibitedPatterns.some((source) => {
    const pattern = compilePattern(source)
    return pattern.ok && said.some((text) => matchesPattern(pattern.value, text))
  })
