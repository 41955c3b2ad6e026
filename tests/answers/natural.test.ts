import { declaredAnswers } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { corpus } from './corpus.ts'
import { expectRead } from './seen-in.ts'

const cases = corpus('natural')
const readers = declaredAnswers.map(({ answer }) => answer)

test('at least 400 natural endings, for every declared answer, accepted and refused', () => {
  expect(cases.length).toBeGreaterThanOrEqual(400)
  expect([...new Set(cases.map(({ answer }) => answer))].toSorted()).toEqual(readers.map(({ name }) => name).toSorted())
  expect(new Set(cases.map(({ answer, title }) => `${answer}: ${title}`)).size).toBe(cases.length)
})

describe.each(readers.map((answer) => [answer.name, answer] as const))(
  '%s is read right, or refused',
  (name, answer) => {
    test.each(cases.filter((one) => one.answer === name))('$title', (one) => expectRead(answer, one))
  },
)
