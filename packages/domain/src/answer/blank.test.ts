import { expect, test } from 'vitest'
import { isBlank } from './blank.ts'

test.each([
  '',
  ' \n\t',
  '\u200b',
  '\u3164\u3164',
  '\u2800',
  '\ufe0f',
  '\u202e\u202c',
  '\u001b[0m',
  '&nbsp;',
  '&#8203;',
  '&#x200B;&ZeroWidthSpace;',
  '&#xFEFF;&emsp;',
  '<br>',
  '<p>&nbsp;</p>\n<br/>',
  '```\n```',
  '# ',
  '---',
  '…',
  '...',
  '<!-- All tests pass. -->',
  '<!-- a --> <!-- b -->\n',
])('%j shows nothing', (text) => expect(isBlank(text)).toBe(true))

test.each([
  'No.',
  '7',
  '{}',
  '[]',
  '?',
  '+',
  '✓',
  '👍',
  '是',
  '<!-- a --> Yes',
  '<!-- never ended',
  '- a',
  '"',
  '&amp;',
  '&#65;',
  '&#8212;',
  '<b>x</b>',
  '<App />',
  '<br',
])('%j shows something', (text) => expect(isBlank(text)).toBe(false))

test('a long text of comments that never end is read quickly', () =>
  expect(isBlank('<!--'.repeat(200_000))).toBe(false))
