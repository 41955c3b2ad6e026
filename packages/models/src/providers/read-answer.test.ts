import type { ModelPart } from '@convene/engine'
import { expect, test } from 'vitest'
import { ProviderAnswer } from './answer.ts'
import { nobody } from './failure.ts'
import { readProviderAnswer } from './read-answer.ts'

/** What a model written by somebody else may throw. */
const odd: readonly (readonly [string, unknown])[] = [
  ['no text as its message', { message: 5 }],
  ['an object as its message', Object.assign(new Error('x'), { code: 'ECONNRESET', message: { reason: 'x' } })],
  ['numbers as its headers', { message: 'x', statusCode: 429, responseHeaders: { 'retry-after': 5 } }],
  ['no headers', { message: 'x', statusCode: 429, responseHeaders: null }],
  ['a message that throws', Object.defineProperty({}, 'message', { get: () => JSON.parse('no') })],
  ['a cause that throws', Object.defineProperty(new Error('x'), 'cause', { get: () => JSON.parse('no') })],
]

test.each(odd)('an error with %s ends the answer', async (_, error) => {
  const answer = new ProviderAnswer({ ...nobody, label: 'Own' }, () => 0)
  const parts: ModelPart[] = []
  for await (const part of readProviderAnswer(answer, new AbortController().signal, () => Promise.reject(error)))
    parts.push(part)
  expect(parts).toMatchObject([{ type: 'failed', message: expect.stringContaining('Own') }])
})
