import type { Problem } from '@convene/protocol'

/** The problem of one field, if any. A problem of `members[0].role` also counts for `members[0]`. */
export function problemOf(problems: readonly Problem[], key: string): string | undefined {
  const found = problems.find(
    (problem) => problem.key === key || problem.key?.startsWith(`${key}.`) || problem.key?.startsWith(`${key}[`),
  )
  return found && sentence(found.message)
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
