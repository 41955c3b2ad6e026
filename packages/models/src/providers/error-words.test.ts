import { describe, expect, test } from 'vitest'
import { errorWords } from './error-words.ts'
import { type CalledProvider, failureOfCall } from './failure.ts'

const asked: CalledProvider = {
  label: 'Acme',
  model: 'acme/one',
  keySource: 'ACME_KEY',
  address: 'http://acme',
  secrets: [],
}
const failed = (statusCode: number, body: unknown, message = 'Bad Request') =>
  failureOfCall({ statusCode, message, responseBody: JSON.stringify(body) }, asked, 0)

describe('an error uses the words of its provider', () => {
  test.each([
    [
      'a list of details',
      { detail: [{ loc: ['body', 'model'], msg: 'field required' }] },
      'body.model: field required',
    ],
    ['one detail', { detail: 'No such thing.' }, 'No such thing'],
    ['plain text', { code: 'x', error: 'Argument not supported on this model: stop' }, 'Argument not supported'],
    [
      'a provider behind a gateway',
      { error: { message: 'Provider returned error', metadata: { raw: 'Slow down' } } },
      'Provider returned error: Slow down',
    ],
    [
      'JSON behind a gateway',
      { error: { message: 'Provider returned error', metadata: { raw: '{"error":{"message":"Too hot"}}' } } },
      'Provider returned error: Too hot',
    ],
    ['a list', [{ error: { message: 'Not today' } }], 'Not today'],
  ])('%s', (_what, body, words) => expect(failed(400, body).message).toContain(words))

  test.each([['not JSON'], [''], ['[]'], ['{"error":7}'], ['{"detail":[7,null]}'], ['{']])(
    'and %s does not break it',
    (responseBody) => {
      const { message } = failureOfCall({ statusCode: 400, message: 'Bad Request', responseBody }, asked, 0)
      expect(message).toContain('Bad Request')
    },
  )

  test('without the mark it ends with, since a full stop follows', () => {
    expect(errorWords({ message: 'Sorry about that!' } as never)).toBe('Sorry about that')
  })

  test('with one full stop', () => {
    const { message } = failed(401, { error: { message: 'Invalid key.' } })
    expect(message).toBe('Acme does not accept the key (401): Invalid key. Check ACME_KEY.')
  })
})

describe('an error with status 400 is classified by its words', () => {
  test.each([
    ['unauthorized', { error: { message: 'API key not valid.', details: [{ reason: 'API_KEY_INVALID' }] } }],
    ['not_found', { error: { message: 'The requested model does not exist.', code: 'model_not_found' } }],
    ['not_found', { message: 'The provided model identifier is invalid.' }],
    ['context_overflow', { error: { message: 'The total length of all messages is too long.' } }],
    ['context_overflow', { message: 'Input is too long for requested model.' }],
    ['context_overflow', { error: "This model's maximum prompt length is 131072 but the request contains 200000." }],
    ['refused', { error: { message: 'Blocked by MODEL_ARMOR' } }],
    ['protocol', { error: { message: 'Failed to call a function.', code: 'tool_use_failed' } }],
    ['bad_request', { error: { message: 'Something else.' } }],
  ])('%s', (code, body) => expect(failed(400, body).code).toBe(code))
})

describe('a rate limit', () => {
  const google = (quotaId: string, more: object[] = []) => ({
    error: {
      message: 'You exceeded your current quota, please check your plan and billing details.',
      details: [{ quotaId }, ...more],
    },
  })

  test('is retried, no matter what the words say about quotas', () => {
    const told = google('InputTokensPerModelPerMinute', [{ retryDelay: '48s' }])
    expect(failed(429, told)).toMatchObject({ code: 'rate_limited', retryable: true, retryAfterMs: 48_000 })
    expect(failed(429, google('RequestsPerMinute'))).toMatchObject({ retryable: true })
  })

  test.each([
    [google('GenerateRequestsPerDayPerProjectPerModel-FreeTier', [{ retryDelay: '20s' }])],
    [{ error: { message: 'You exceeded your current quota.', code: 'insufficient_quota' } }],
    [{ error: { message: 'Your credit balance is too low.' } }],
  ])('for the day or the account is final: %j', (body) => expect(failed(429, body)).toMatchObject({ retryable: false }))

  test('given only in words is retried', () => {
    expect(failed(429, { error: { message: 'Please try again in 1.5s.' } }).retryAfterMs).toBe(1_500)
    expect(failed(429, { error: { message: 'Please try again in 700ms.' } }).retryAfterMs).toBe(700)
    expect(failed(429, { error: { message: 'Please retry in a while.' } }).retryAfterMs).toBeUndefined()
  })
})
