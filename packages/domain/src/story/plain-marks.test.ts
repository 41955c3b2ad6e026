import { expect, test } from 'vitest'
import { withPlainMarks } from './plain-marks.ts'

test.each([
  ['APPROVE', 'Approved'],
  ['**ACCEPT**\n\nAll is there.', '**Accepted**\n\nAll is there.'],
  ['REOPEN: the index is missing', 'Sent back: the index is missing'],
  ['NOT_CONVERGED: two still differ', 'Not converged: two still differ'],
  ['CLEAR: thank you.', 'Clear: thank you.'],
  ['Wait.\nPOSITION: Wait\nCONFIDENCE: 70', 'Wait.\nPosition: Wait\nConfidence: 70'],
])('what agents write for the program is read as plain words: %s', (text, shown) => {
  expect(withPlainMarks(text)).toBe(shown)
})

test.each([
  ['Where?\nPROTOCOL: decide\nOPTION: Redis\n**DISCUSSION_DEPTH:** Quick', 'Where?\nOption: Redis\n'],
  ['PROTOCOL: discuss', ''],
  ['PROTOCOL: dec', ''],
  ['PROTOCOL: d is for data.', 'PROTOCOL: d is for data.'],
  ['PROTOCOL: HTTP', 'PROTOCOL: HTTP'],
])('lines about how a panel works are not shown: %j', (text, shown) => {
  expect(withPlainMarks(text)).toBe(shown)
})

test.each(['ACCEPT headers decide the format.', 'Send BLOCKED: then wait.', 'TODO: write it', 'constructor: none'])(
  'a sentence stays as it was said: %s',
  (text) => expect(withPlainMarks(text)).toBe(text),
)
