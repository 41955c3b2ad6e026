import { ok, type Result, refuse } from '@convene/domain'

/** The rows of a CSV file as objects by column name. Options are in one cell, separated by `|`. */
export function csvRows(text: string): Result<readonly unknown[]> {
  const cells = cellsOf(text.replace(/^\uFEFF/u, ''))
  if (!cells.ok) return cells
  const [head = [], ...rows] = cells.value.filter((row) => row.some((cell) => cell.trim() !== ''))
  const names = head.map((name) => name.trim().toLowerCase())
  if (!names.includes('question') && !names.includes('input'))
    return refuse('bad_file', 'The first line of a CSV file must name its columns, and one must be "question".')
  return ok(rows.map((row) => Object.fromEntries(names.flatMap((name, column) => fieldOf(name, row[column] ?? '')))))
}

function fieldOf(name: string, cell: string): readonly (readonly [string, unknown])[] {
  const text = cell.trim()
  if (text === '') return []
  const isList = name === 'options' || name === 'choices'
  return [[name, isList ? text.split('|').map((option) => option.trim()) : text]]
}

/** RFC 4180: cells may be quoted, with quotes inside doubled. A quoted cell may span lines. */
function cellsOf(text: string): Result<readonly (readonly string[])[]> {
  const rows: string[][] = [[]]
  const cell = /"((?:[^"]|"")*)"|([^",\r\n]*)/uy
  let at = 0
  for (;;) {
    cell.lastIndex = at
    const found = cell.exec(text)
    rows.at(-1)?.push(found?.[1]?.replaceAll('""', '"') ?? found?.[2] ?? '')
    at = cell.lastIndex
    const next = text[at]
    if (next === undefined) return ok(rows)
    if (next === '"')
      return refuse('bad_file', `Line ${rows.length} has a quote in the middle of a cell, or an unclosed one.`)
    at += text.startsWith('\r\n', at) ? 2 : 1
    if (next !== ',') rows.push([])
  }
}
