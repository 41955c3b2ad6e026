import { breakLine } from '../terminal/break-line.ts'
import type { EditedLine } from '../terminal/edited-line.ts'
import type { MarkdownPage } from '../terminal/markdown.ts'
import { shorten, widthOf } from '../terminal/width.ts'

const WIDEST = 100
const MOST_ROWS = 6
const CURSOR = '▏'

/** What Enter does with the line, and a hint below it. */
export type Prompt = { readonly label: string; readonly hint: string }

/** The input line with its cursor, broken into rows. For a long text, only the rows around the cursor. */
export function promptRows(
  { characters, cursor }: EditedLine,
  { label, hint }: Prompt,
  page: MarkdownPage & { readonly rows: number },
): readonly string[] {
  const { style } = page
  const width = Math.min(page.width - 1, WIDEST)
  const most = Math.max(1, Math.min(MOST_ROWS, Math.floor(page.rows / 4)))
  const room = width * most
  const first = `${label} › `
  const margins = { first, rest: ' '.repeat(widthOf(first)) }
  const before = shown(characters.slice(Math.max(0, cursor - room), cursor))
  const after = shown(characters.slice(cursor, cursor + room))
  const rows = breakLine({ text: `${before}${CURSOR}${after}` }, width, margins)
  const at = breakLine({ text: `${before}${CURSOR}` }, width, margins).length
  const from = Math.max(0, Math.min(at - Math.ceil(most / 2), rows.length - most))
  const [top = '', ...rest] = rows.slice(from, from + most)
  const isCut = from > 0 || cursor > room
  return [
    `${style.bold(style.cyan(isCut ? margins.rest.replace(/.. $/u, '… ') : first))}${top.slice(first.length)}`,
    ...rest,
    ...(hint === '' ? [] : [style.dim(shorten(`  ${hint}`, width))]),
  ]
}

/** A pasted line break is part of the text, and must be visible. */
const shown = (characters: readonly string[]): string => characters.join('').replaceAll('\n', '↵ ')
