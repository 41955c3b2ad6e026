import { declaredAnswers } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { corpus } from './corpus.ts'
import { expectRead } from './seen-in.ts'

const cases = corpus()
const readers = new Map(declaredAnswers.map(({ answer }) => [answer.name, answer]))

test('the corpus has at least 300 answers, with some of every form, accepted and refused', () => {
  expect(cases.length).toBeGreaterThanOrEqual(300)
  expect([...new Set(cases.map(({ answer }) => answer))].toSorted()).toEqual([...readers.keys()].toSorted())
  expect(new Set(cases.map(({ answer, title }) => `${answer}: ${title}`)).size).toBe(cases.length)
})

describe.each([...readers])('%s', (name, answer) => {
  test.each(cases.filter((one) => one.answer === name))('$title', (one) => expectRead(answer, one))
})
