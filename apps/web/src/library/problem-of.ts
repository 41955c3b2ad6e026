import type { Problem } from '@convene/protocol'
import { capitalized } from '../ui/text/words.ts'

/** The problem of one field, if any. A problem of `members[0].role` also counts for `members[0]`. */
export function problemOf(problems: readonly Problem[], key: string): string | undefined {
  const found = problems.find(
    (problem) => problem.key === key || problem.key?.startsWith(`${key}.`) || problem.key?.startsWith(`${key}[`),
  )
  return found && capitalized(found.message)
}
