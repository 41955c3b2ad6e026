import { describe, expect, test } from 'vitest'
import { markdownTable } from './markdown-table.ts'
import { ansiStyle, noStyle } from './style.ts'
import { widthOf } from './width.ts'

const draw = (text: string, width = 60) => markdownTable(text.split('\n'), { width, style: noStyle })

test('a table is drawn in columns, with formatted text and right-aligned numbers', () => {
  const table = '| Option | Cost |\n| --- | ---: |\n| **SQLite** | $0 |\n| Postgres `16` | $1,200 |'
  expect(draw(table)).toEqual([
    'Option      │   Cost',
    '────────────┼───────',
    'SQLite      │     $0',
    'Postgres 16 │ $1,200',
  ])
})

test('cells that do not fit are wrapped, and no word is left out', () => {
  const words = 'one process writes and many read it at the same time'
  const rows = draw(`| Option | Why |\n|---|---|\n| SQLite 幅の広い | ${words} |`, 30) ?? []
  for (const row of rows) expect(widthOf(row)).toBeLessThanOrEqual(30)
  const cells = rows.slice(2).map((row) => row.split(' │ ')[1]?.trim() ?? '')
  expect(cells.join(' ').trim()).toBe(words)
})

test('an escaped bar is text, and a row may have fewer cells', () => {
  expect(draw('| a | b |\n|:-:|---|\n| x \\| y |')?.at(-1)).toBe('x | y │')
})

test('colours do not shift the columns', () => {
  const rows = markdownTable(['| a | b |', '|---|---|', '| **x** | `y` |'], { width: 40, style: ansiStyle('256') })
  expect(rows?.map(widthOf)).toEqual([5, 5, 5])
})

describe('left as written:', () => {
  test.each([
    ['text between bars', '| not a table |\n| at all |'],
    ['one column', '| a |\n|---|\n| b |'],
    ['a row with more cells than the head, which would be lost', '| a | b |\n|---|---|\n| 1 | 2 | 3 |'],
    ['a rule of another length', '| a | b |\n|---|\n| 1 | 2 |'],
    ['more columns than fit', `${'| a '.repeat(30)}|\n${'|---'.repeat(30)}|`],
  ])('%s', (_what, text) => expect(draw(text)).toBeUndefined())
})

test('thousands of wide cells are drawn at once', () => {
  const row = `|${` ${'x'.repeat(2_000)} |`.repeat(3)}`
  const rows = draw(['| a | b | c |', '|---|---|---|', ...Array(100).fill(row)].join('\n'), 80)
  expect(rows?.length).toBeGreaterThan(1_000)
})
