import { expect, test } from 'vitest'
import { noStyle } from '../terminal/style.ts'
import { entriesRows } from './entry-rows.ts'

const rowsOf = (lines: readonly string[], inCode = false) =>
  entriesRows(
    lines.map((text) => ({ kind: 'line', text, inCode })),
    { width: 80, style: noStyle },
  )

test('lines that only the program reads take no row, and empty lines keep theirs', () => {
  const topic = ['Where?', '', 'PROTOCOL: decide', 'OPTION: Redis', 'DISCUSSION_DEPTH: Quick', 'So.']
  expect(rowsOf(topic)).toEqual(['  Where?', '', '  • Redis', '  So.'])
})

test('a position is one row, even between empty lines, and the text after it keeps its distance', () => {
  const lines = ['Wait.', '', 'VOTE: B', '', 'PROBABILITIES: A 22, B 78', 'CHANGED: no', '', 'So.']
  expect(rowsOf(lines)).toEqual(['  Wait.', '', '  B · 78 % · unchanged', '', '  So.'])
})

test('code is shown verbatim', () => {
  expect(rowsOf(['PROTOCOL: decide'], true).join('')).toContain('PROTOCOL: decide')
})
