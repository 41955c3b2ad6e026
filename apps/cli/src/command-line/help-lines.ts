import { breakWords, UNBROKEN } from '../terminal/break-words.ts'

/** A name and its explanation. */
export type HelpRow = readonly [name: string, text: string]

/** Two columns, the left one as wide as `left`. A longer name has a separate line. */
export function columns(rows: readonly HelpRow[], width: number, left = leftOf(rows, width)): readonly string[] {
  const rest = ' '.repeat(left + 4)
  return rows.flatMap(([name, text]) =>
    name.length > left
      ? [`  ${name}`, ...breakWords(text, width, rest, rest)]
      : breakWords(text, width, `  ${name.padEnd(left)}  `, rest),
  )
}

/** The width of the left column of these rows. */
export function leftOf(rows: readonly HelpRow[], width: number): number {
  const most = Math.min(34, Math.floor(width * 0.4))
  return Math.min(most, Math.max(0, ...rows.map(([name]) => name.length)))
}

/** Sentences that are broken in the table are joined before they are broken for this width. */
export function prose(lines: readonly string[], width: number): readonly string[] {
  if (width >= UNBROKEN) return lines
  const paragraphs = lines.join('\n').replaceAll(/(?<![.:])\n/gu, ' ')
  return paragraphs.split('\n').flatMap((text) => breakWords(text, width))
}
