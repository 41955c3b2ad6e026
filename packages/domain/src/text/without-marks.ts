/**
 * The text without these characters at its end. A regular expression such as `/x+$/` retries at every `x` of a long
 * run, which takes quadratic time, and texts come from models.
 */
export function withoutEnd(text: string, marks: string): string {
  let end = text.length
  while (end > 0 && marks.includes(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}

/** The same at the beginning. */
export function withoutStart(text: string, marks: string): string {
  let start = 0
  while (start < text.length && marks.includes(text[start] ?? '')) start += 1
  return text.slice(start)
}
