import { stanceLine } from '@convene/domain'

/** One line of a panelist's position: `CONFIDENCE: 70`. */
export type StandingLine = { readonly name: string; readonly value: string }

/** Splits a message into its text and the position lines at its end. */
export function standingOf(text: string): { readonly said: string; readonly lines: readonly StandingLine[] } {
  const all = text.trimEnd().split('\n')
  let end = all.length
  const lines: StandingLine[] = []
  while (end > 0) {
    const line = all[end - 1] ?? ''
    const stated = stanceLine(line)
    if (!stated && line.trim() !== '') break
    if (stated?.value) lines.unshift({ name: stated.name, value: stated.value })
    end -= 1
  }
  if (lines.length === 0) return { said: text, lines }
  return { said: all.slice(0, end).join('\n'), lines }
}
