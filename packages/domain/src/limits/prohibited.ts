import { compilePattern } from '../pattern/compile-pattern.ts'
import { matchesPattern } from '../pattern/match-pattern.ts'
import { asRead } from '../text/as-read.ts'
import type { Limits } from './limits.ts'

/** The rule that blocks such a text. */
export const PROHIBITED = 'prohibited_pattern'

/** What the log has in place of a text that matches a prohibited pattern. */
export const WITHHELD = '[withheld: it matches a prohibited pattern]'

/** Whether one of these texts matches a prohibited pattern, whatever its case, or was withheld because it did. */
export const isProhibited = (
  { prohibitedPatterns }: Pick<Limits, 'prohibitedPatterns'>,
  said: readonly string[],
): boolean =>
  said.includes(WITHHELD) ||
  prohibitedPatterns.some((source) => {
    const pattern = compilePattern(source)
    return pattern.ok && said.some((text) => writtenAs(text).some((form) => matchesPattern(pattern.value, form)))
  })

/** Bold, code and escaped characters: a page shows what is between them. */
const MARKS = /[*~`\\]+/gu

/** A text as it is, and as screens show it. */
function writtenAs(text: string): readonly string[] {
  const read = asRead(text)
  return [...new Set([text, read, read.replace(MARKS, '')])]
}
