import { expect, test } from 'vitest'
import { recognizedKey } from './recognized-key.ts'

const keys = [
  { variable: 'ANTHROPIC_API_KEY', form: '^sk-ant-' },
  { variable: 'OPENAI_API_KEY', form: '^sk-(?!ant-|or-)' },
  { variable: 'OPENROUTER_API_KEY', form: '^sk-or-' },
  { variable: 'GOOGLE_GENERATIVE_AI_API_KEY', form: '^AIza' },
  { variable: 'MISTRAL_API_KEY' },
]

test.each([
  ['sk-ant-api03-x', 'ANTHROPIC_API_KEY'],
  ['  sk-proj-x\n', 'OPENAI_API_KEY'],
  ['sk-or-v1-x', 'OPENROUTER_API_KEY'],
  ['AIzaSyX', 'GOOGLE_GENERATIVE_AI_API_KEY'],
])('the key %s belongs to %s', (key, variable) => {
  expect(recognizedKey(key, keys)?.variable).toBe(variable)
})

test.each(['', 'sk', '0123456789abcdef0123456789abcdef', 'Bearer sk-ant-x', 'mysk-ant-'])(
  'nobody is guessed for “%s”, since a key must not reach the wrong provider',
  (key) => {
    expect(recognizedKey(key, keys)).toBeUndefined()
  },
)

test('a key that fits two providers is nobody’s', () => {
  expect(recognizedKey('sk-ant-x', [...keys, { variable: 'MINE', form: '^sk-' }])).toBeUndefined()
})
