import { expect, test } from 'vitest'
import { withoutNumbers } from './without-numbers.ts'

const HARMLESS = 'The tests are slow and nobody owns the deploy script.'

test.each([
  'It takes 5 days.',
  'About five weeks.',
  'It takes f i v e of them.',
  'Around ５ of them.',
  'A fortnight at most.',
  'It is done overnight.',
  'Done by Christmas.',
  'It is very unlikely.',
  'I am confident.',
  'A dozen things are open.',
  'Costs a few thousand.',
  'Yes.',
  'It won’t ship.',
  'Ⅷ of them are open.',
  'More than 90% of it is done.',
  'P50 is what I said.',
  'Around fi\u200bve of them.',
])('a reason that others read does not say: %s', (telling) => {
  expect(withoutNumbers(telling)).toBe('')
  expect(withoutNumbers(`${HARMLESS} ${telling}`)).toBe(HARMLESS)
})

test('a reason without numbers stays as it is', () => {
  expect(withoutNumbers(HARMLESS)).toBe(HARMLESS)
})
