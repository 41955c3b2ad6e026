import { describe, expect, test } from 'vitest'
import { redactor } from './redact.ts'

const redact = redactor({ ACME_API_KEY: 'plain-words-as-key', PATH: '/usr/bin:/bin', SHORT_TOKEN: 'abc' })

describe('redaction', () => {
  test.each([
    ['OpenAI', `sk-${'proj-'}abcdefghijklmnopqrstuvwx`],
    ['Anthropic', `sk-${'ant-'}api03-abcdefghijklmnop_q-r`],
    ['Google', `AIza${'Sy'}A1234567890abcdefghijklmnopqrstuv`],
    ['GitHub', `ghp_${'x'.repeat(36)}`],
    ['AWS', `AKIA${'ABCDEFGHIJKLMNOP'}`],
    ['a JWT', `eyJ${'hbGciOiJI'}.eyJzdWIiOiIx.abc-def_123`],
    ['the environment', 'plain-words-as-key'],
  ])('takes out a key of %s', (_whose, key) => {
    expect(redact('message', `The key ${key} was refused.`)).toBe('The key [redacted] was refused.')
  })

  test.each([
    ['Authorization: Bearer abcdef123456', 'Authorization: Bearer [redacted]'],
    ['GET /v1/models?key=abc123&limit=5', 'GET /v1/models?key=[redacted]&limit=5'],
    ['postgres://ada:hunter2@localhost/db', 'postgres://ada:[redacted]@localhost/db'],
  ])('keeps what stands around it: %s', (text, expected) => {
    expect(redact('message', text)).toBe(expected)
  })

  test('takes out whatever a telling name holds', () => {
    expect(redact('apiKey', 'x')).toBe('[redacted]')
    expect(redact('authorization', 'x')).toBe('[redacted]')
    expect(redact('maxTokens', 'many')).toBe('many')
    expect(redact('inputTokens', 12)).toBe(12)
  })

  test('leaves everything else alone', () => {
    for (const text of ['/usr/bin:/bin', 'abc', '01JABCDEF0123456789ABCDEFG', 'task 1/round2/ada asked']) {
      expect(redact('message', text)).toBe(text)
    }
  })
})
