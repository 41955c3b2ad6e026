import type { Style } from './style.ts'
import { pad, shorten, widthOf } from './width.ts'

export type TablePage = { readonly width: number; readonly style: Style }

/** Rows in columns as wide as their content. `flexible` is the column that shrinks in a narrow terminal. */
export function tableRows(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  { width, style }: TablePage,
  flexible = titles.length - 1,
): readonly string[] {
  const widths = titles.map((title, column) =>
    rows.reduce((most, row) => Math.max(most, widthOf(row[column] ?? '')), widthOf(title)),
  )
  const over = widths.reduce((sum, each) => sum + each + 2, -2) - (width - 1)
  if (over > 0) widths[flexible] = Math.max(12, (widths[flexible] ?? 0) - over)
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => pad(shorten(cell, widths[column] ?? 0), widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [style.dim(line(titles)), ...rows.map(line)]
}
