/** One line of a panelist's position: `CONFIDENCE: 70`. */
export type StandingLine = { readonly name: string; readonly value: string }

const LINE =
  /^[ \t>*_#-]{0,8}(POSITION|CONFIDENCE|CHANGED|VOTE|PROBABILITIES|RANK|REASON|VETO)[*_]{0,3}[ \t]*:[*_]{0,3}[ \t]*(.*)$/isu

/** Splits a message into its text and the position lines at its end. */
export function standingOf(text: string): { readonly said: string; readonly lines: readonly StandingLine[] } {
  const all = text.trimEnd().split('\n')
  let end = all.length
  const lines: StandingLine[] = []
  while (end > 0) {
    const [, name, value = ''] = LINE.exec(all[end - 1] ?? '') ?? []
    if (!name && (all[end - 1] ?? '').trim() !== '') break
    if (name && value.trim()) lines.unshift({ name: name.toLowerCase(), value: value.trim() })
    end -= 1
  }
  if (lines.length === 0) return { said: text, lines }
  return { said: all.slice(0, end).join('\n'), lines }
}
