/** A part of a file that is found as a whole. `from` is its first line, counted from 1. */
export type Passage = { readonly from: number; readonly text: string }

const LINES = 40
const MAX_LINE = 400
const MAX_PASSAGES = 250

/** Cuts a text at blank lines into pieces of about forty lines. */
export function passagesOf(text: string): readonly Passage[] {
  const lines = text.split(/\r\n|[\n\r]/)
  const passages: Passage[] = []
  for (let from = 0; from < lines.length && passages.length < MAX_PASSAGES; ) {
    const to = endOf(lines, from)
    const part = lines
      .slice(from, to)
      .map((line) => line.slice(0, MAX_LINE))
      .join('\n')
    if (/[\p{L}\p{N}]/u.test(part)) passages.push({ from: from + 1, text: part })
    from = to
  }
  return passages
}

/** The last blank line before the passage is full, or the full length if there is none. */
function endOf(lines: readonly string[], from: number): number {
  const full = Math.min(from + LINES, lines.length)
  if (full === lines.length) return full
  for (let at = full; at > from + LINES / 2; at--) if (lines[at - 1]?.trim() === '') return at
  return full
}

/** `userName` is also found as "user name". */
export function wordParts(text: string): string {
  const compounds = (text.match(/[\p{L}\p{N}]{1,80}/gu) ?? []).filter((word) => /\p{Ll}\p{Lu}/u.test(word))
  const parts = compounds.flatMap((word) => word.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u))
  return [...new Set(parts.map((part) => part.toLowerCase()))].join(' ')
}
