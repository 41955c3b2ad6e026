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
  expect(rowsOf(topic)).toEqual(['  Where?', '', '  Option: Redis', '  So.'])
})

test('code is shown as it is', () => {
  expect(rowsOf(['PROTOCOL: decide'], true).join('')).toContain('PROTOCOL: decide')
})
