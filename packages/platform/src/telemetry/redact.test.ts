import { squaresOf } from '@convene/testkit'
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
  ])('removes keys: %s', (_whose, key) => {
    expect(redact('message', `The key ${key} was refused.`)).toBe('The key [redacted] was refused.')
  })

  test.each([
    ['Authorization: Bearer abcdef123456', 'Authorization: Bearer [redacted]'],
    ['GET /v1/models?key=abc123&limit=5', 'GET /v1/models?key=[redacted]&limit=5'],
    ['postgres://ada:hunter2@localhost/db', 'postgres://ada:[redacted]@localhost/db'],
    ['Run it with DB_PASSWORD=hunter2 npm start', 'Run it with DB_PASSWORD=[redacted] npm start'],
    ['{"client_secret": "hunter2x", "port": 80}', '{"client_secret": "[redacted]", "port": 80}'],
    [
      'Set-Cookie: sid=hunter2; Path=/; HttpOnly; Max-Age=60',
      'Set-Cookie: sid=[redacted]; Path=/; HttpOnly; Max-Age=60',
    ],
    ['cookie: a=1; theme=dark', 'cookie: a=[redacted]; theme=[redacted]'],
    [
      '{"set-cookie":["a=hunter2; Path=/","b=x"],"status":200}',
      '{"set-cookie":["a=[redacted]; Path=/","b=[redacted]"],"status":200}',
    ],
    ["{ Cookie: 'a=hunter2' } was sent", "{ Cookie: 'a=[redacted]' } was sent"],
    ['The cookie is set for path=/.', 'The cookie is set for path=/.'],
    ['My password is hunter2, log in.', 'My password is [redacted], log in.'],
    ['the api key: abcd1234', 'the api key: [redacted]'],
    ['AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG', 'AWS_SECRET_ACCESS_KEY=[redacted]'],
    [`Use sk_live_${'a1'.repeat(12)} here`, 'Use [redacted] here'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY----- after', '[redacted] after'],
    ['-----BEGIN PRIVATE KEY-----\nMIIEow cut', '[redacted]'],
  ])('keeps the text around it: %s', (text, expected) => {
    expect(redact('message', text)).toBe(expected)
  })

  test('removes any value with a telltale name', () => {
    expect(redact('apiKey', 'x')).toBe('[redacted]')
    expect(redact('authorization', 'x')).toBe('[redacted]')
    expect(redact('maxTokens', 'many')).toBe('many')
    expect(redact('inputTokens', 12)).toBe(12)
  })

  test('leaves everything else alone', () => {
    const plain = [
      '/usr/bin:/bin',
      'abc',
      '01JABCDEF0123456789ABCDEFG',
      'task 1/round2/ada asked',
      'tokens: 12345',
      'The password is wrong.',
      'a secret: yes',
      'The token is missing or wrong.',
    ]
    for (const text of plain) expect(redact('message', text)).toBe(text)
  })

  test('a megabyte of names and brackets is scanned in a single pass', () => {
    for (const piece of ['token ', 'token_', 'password: ', '-----BEGIN PRIVATE KEY-----', 'a'.repeat(100)])
      expect(String(redact('message', piece.repeat(1_000_000 / piece.length))).length).toBeGreaterThan(0)
  })
})

test('a text that names thousands of secrets is redacted in linear time', () => {
  const secrets = Array.from({ length: 20_000 }, (_, at) => `value-${at}-of-a-secret`)
  const inMany = redactor({}, secrets)
  const text = secrets.join(' ')
  const before = process.threadCpuUsage()
  expect(inMany('message', text)).not.toContain('value-')
  expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000)
})

test('unterminated key blocks do not take quadratic time', () =>
  expect(squaresOf((text) => redact('message', `-----BEGIN PRIVATE KEY-----${text}`.repeat(2)))).toEqual([]))
