import { expect, test } from 'vitest'
import { redact } from './redact.ts'

test('removes known keys', () => {
  expect(redact('key abcdef123 is wrong, abcdef123!', ['abcdef123'])).toBe('key [key] is wrong, [key]!')
})

test.each([
  'Incorrect API key provided: sk-proj-abcdefgh12345678',
  'Authorization: Bearer abcdefghijklmnop',
  'key=AIzaSyA1234567890abcdefghijk',
])('removes text that looks like a key: %s', (text) => {
  expect(redact(text, [])).toContain('[key]')
  expect(redact(text, [])).not.toMatch(/abcdefgh/)
})

test('produces one line without control characters', () => {
  expect(redact('a\u001b[2J\r\nb\u0000c', [])).toBe('a [2J b c')
})

test('shortens a page to a sentence', () => {
  expect(redact('x'.repeat(10_000), []).length).toBeLessThan(600)
})
