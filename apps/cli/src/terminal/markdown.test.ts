import { expect, test } from 'vitest'
import { markdownRows } from './markdown.ts'
import { ansiStyle, noStyle } from './style.ts'

const rows = (line: string, inCode = false, width = 30) => markdownRows(line, inCode, { width, style: noStyle })
const marked = (line: string) => {
  const tag = (name: string) => (text: string) => `<${name}>${text}</${name}>`
  const style = { ...noStyle, bold: tag('b'), italic: tag('i'), cyan: tag('c'), underline: tag('u'), dim: tag('d') }
  return markdownRows(line, false, { width: 80, style }).join('\n')
}

test.each([
  ['a heading', '## Why *so*', '<b>Why so</b>'],
  ['bold, italic and code', '**a** *b* _c_ `d`', '<b>a</b> <i>b</i> <i>c</i> <c>d</c>'],
  ['a link shows its target', '[docs](https://x.y/z)', '<u>docs</u><d> (https://x.y/z)</d>'],
  ['stars as multiplication signs', '2 * 3 * 4', '2 * 3 * 4'],
  ['underscores in names', 'snake_case_name', 'snake_case_name'],
  ['code is left alone', '`**not bold**`', '<c>**not bold**</c>'],
  ['an open mark is text', 'a **b', 'a **b'],
])('%s', (_what, line, shown) => expect(marked(line)).toBe(shown))

test('list items are indented under their marker', () => {
  expect(rows('- one two three four five six')).toEqual(['• one two three four five six'])
  expect(rows('- one two three four five six', false, 16)).toEqual(['• one two three', '  four five six'])
  expect(rows('  12. deep')).toEqual(['  12. deep'])
})

test('a code block shows its language, and none of its fences', () => {
  expect([rows('```ts'), rows('~~~'), rows('```', true), rows('```ts', true)]).toEqual([['  ts'], [], [], []])
})

test('code keeps its spaces and is not parsed as Markdown', () => {
  expect(rows('    - **x**', true)).toEqual(['      - **x**'])
})

test.each(['`', '*', '_', '[', '**', '``` ', '> ', '- '])('a long line of only %j is shown quickly', (mark) =>
  expect(rows(mark.repeat(1_000)).length).toBeGreaterThan(0),
)

test('quotes and rules', () => {
  expect(rows('> said')).toEqual(['▏ said'])
  expect(rows('---')).toEqual(['─'.repeat(30)])
})

test('agent colours are readable on dark and light backgrounds', () => {
  const { colour } = ansiStyle('true')
  expect(colour('#000080')('x')).not.toContain('38;2;0;0;128')
  expect(colour('#FFFFFF')('x')).not.toContain('38;2;255;255;255')
  expect(colour('')('x')).toBe('x')
})
