/** No tool takes more. Far deeper, a log could store it and nobody could read it again: each level takes room on the stack. */
const DEEPEST = 100

const MARKS = /"(?:\\.|[^"\\])*"?|[[\]{}]/gsu

/** Whether lists and objects are nested deeper in this JSON than anybody means. Brackets inside of strings do not count. */
export function isTooDeep(json: string): boolean {
  let depth = 0
  for (const [mark] of json.matchAll(MARKS)) {
    if (mark === '[' || mark === '{') depth += 1
    if (mark === ']' || mark === '}') depth -= 1
    if (depth > DEEPEST) return true
  }
  return false
}
