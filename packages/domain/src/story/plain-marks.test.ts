import { expect, test } from 'vitest'
import { withPlainMarks } from './plain-marks.ts'

test.each([
  ['APPROVE', 'Approved'],
  ['**ACCEPT**\n\nAll is there.', '**Accepted**\n\nAll is there.'],
  ['REOPEN: the index is missing', 'Sent back: the index is missing'],
  ['NOT_CONVERGED: two still differ', 'Not converged: two still differ'],
  ['CLEAR: thank you.', 'Clear: thank you.'],
  ['@worker:Zoe\nDo it.\n@end\n\n**@worker: Bert** read', 'For Zoe\nDo it.\n\n**For Bert** read'],
  ['I would write [[REFLECTION_COMPLETE]] if I were done.', 'I would write “complete” if I were done.'],
  ['[[needs_iteration]]', '“not complete”'],
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

test.each([
  'ACCEPT headers decide the format.',
  'See [[Wiki page]] and mail me@worker:8080.',
  'Send BLOCKED: then wait.',
  'TODO: write it',
  'constructor: none',
])('a sentence stays as it was said: %s', (text) => expect(withPlainMarks(text)).toBe(text))
