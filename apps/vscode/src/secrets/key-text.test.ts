import { expect, test } from 'vitest'
import { keyText } from './key-text.ts'

test('a key that works says what it brings', () => {
  const value = { label: 'OpenAI', models: ['a', 'b'], model: 'a', default: 'openai/a' }
  expect(keyText('OpenAI', { ok: true, value })).toBe('Connected to OpenAI: 2 models, default openai/a')
  expect(keyText('OpenAI', { ok: true, value: { ...value, models: [] } })).toBe('Connected to OpenAI: default openai/a')
})

test('a key that could not be confirmed is saved all the same, and says why', () => {
  const refusal = { code: 'unauthorized', message: 'Incorrect key.' }
  expect(keyText('OpenAI', { ok: false, refusal } as never)).toBe(
    'The key for OpenAI is saved, but could not be confirmed. Incorrect key.',
  )
})
