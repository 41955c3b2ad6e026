import { clean } from '@convene/domain'
import type { MarkdownPage } from './markdown.ts'
import type { Paint, Style } from './style.ts'
import { shorten } from './width.ts'

/** A coloured diff line, as far as it fits. */
export function diffRow(line: string, { style, width }: MarkdownPage): string {
  const shown = shorten(clean(line).replaceAll('\t', '  ').replaceAll('\n', ' '), width - 2)
  return diffPaint(line, style)(shown)
}

/** The colour of a line of a diff. */
export function diffPaint(line: string, style: Style): Paint {
  if (line.startsWith('+')) return style.green
  if (line.startsWith('-')) return style.red
  return line.startsWith('@@') ? style.cyan : style.dim
}
