import { expect, test } from 'vitest'
import { quotedInHeader, unquotedInHeader } from './header-path.ts'
import { parseDiff } from './parse-diff.ts'
import { unifiedDiff } from './unified-diff.ts'

test.each([
  'a.ts',
  'a "b".ts',
  'tab\there',
  'line\nbreak',
  'es\u001b[31mcape',
  'back\\slash',
  'c1\u009b31m',
  'café.txt',
])('the path %j is the same after it was written and read', (path) => {
  expect(unquotedInHeader(quotedInHeader(path))).toBe(path)
  const parsed = parseDiff(unifiedDiff(path, { before: 'a\n', after: 'b\n' }))
  expect(JSON.stringify(parsed)).toContain(JSON.stringify(path))
})

test('a path with bytes that git quoted is read, and control characters are written as git does', () => {
  expect(unquotedInHeader('"caf\\303\\251.txt"')).toBe('café.txt')
  expect(quotedInHeader('a\u001bb')).toBe('"a\\033b"')
})
