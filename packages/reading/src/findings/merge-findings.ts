import { type Finding, isAtLeast, SEVERITIES } from './finding.ts'

const NEAR_LINES = 5
const ALIKE = 0.4

/**
 * Merges what several reviewers found independently: duplicates become one finding, with everyone who found it and the
 * most serious view of it. The most serious come first, then those found by most reviewers.
 */
export function mergeFindings(all: readonly Finding[]): readonly Finding[] {
  const merged: Finding[] = []
  for (const finding of all) {
    const same = merged.findIndex((other) => isSameFinding(finding, other))
    const other = merged[same]
    if (other === undefined) merged.push(finding)
    else merged[same] = joined(other, finding)
  }
  return merged.sort(
    (one, other) =>
      SEVERITIES.indexOf(other.severity) - SEVERITIES.indexOf(one.severity) ||
      other.agreedBy.length - one.agreedBy.length ||
      one.path.localeCompare(other.path, 'en') ||
      one.line - other.line,
  )
}

/** Whether two findings mean the same: the same place, with overlapping words. */
export function isSameFinding(one: Finding, other: Finding): boolean {
  if (one.path !== other.path || Math.abs(one.line - other.line) > NEAR_LINES) return false
  const [left, right] = [wordsIn(one.title), wordsIn(other.title)]
  const shared = [...left].filter((word) => right.has(word)).length
  return shared > 0 && shared / Math.min(left.size, right.size) >= ALIKE
}

/** The significant words: short ones are in every title. */
const wordsIn = (title: string): ReadonlySet<string> =>
  new Set(title.toLowerCase().match(/[\p{L}\d_]{4,}/gu) ?? [title.toLowerCase()])

function joined(one: Finding, other: Finding): Finding {
  const serious = isAtLeast(one.severity, other.severity) ? one : other
  const sure = [one.confidence, other.confidence].filter((each) => each !== null)
  return {
    ...serious,
    confidence: sure.length === 0 ? null : Math.max(...sure),
    agreedBy: [...new Set([...one.agreedBy, ...other.agreedBy])],
  }
}
