import { expect, test } from 'vitest'
import { linkAddress } from './address.ts'

test('web pages and email addresses can be opened', () => {
  expect(linkAddress('https://example.org/a?b#c')?.host).toBe('example.org')
  expect(linkAddress('mailto:ada@example.org')?.host).toBe('ada@example.org')
})

test.each([
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://example.org/1',
  'convene://session/1',
  '/relative',
  '#place',
  '//example.org',
])('%j is not a link', (href) => {
  expect(linkAddress(href)).toBeNull()
})
