/**
 * Deeper than any tool needs. Much deeper input could be stored in a log but not parsed again, since each level uses
 * stack.
 */
const DEEPEST = 100

const MARKS = /"(?:\\.|[^"\\])*"?|[[\]{}]/gsu

/** Whether this JSON is nested deeper than anyone would intend. Brackets inside strings do not count. */
export function isTooDeep(json: string): boolean {
  let depth = 0
  for (const [mark] of json.matchAll(MARKS)) {
    if (mark === '[' || mark === '{') depth += 1
    if (mark === ']' || mark === '}') depth -= 1
    if (depth > DEEPEST) return true
  }
  return false
}
