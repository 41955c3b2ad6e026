import type { Problem } from '@convene/protocol'

/** What is wrong with one field, if anything is. `members[0].role` is also said of `members[0]`. */
export function problemOf(problems: readonly Problem[], key: string): string | undefined {
  const found = problems.find(
    (problem) => problem.key === key || problem.key?.startsWith(`${key}.`) || problem.key?.startsWith(`${key}[`),
  )
  return found && sentence(found.message)
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
