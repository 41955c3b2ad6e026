import { declaredAnswers } from '@convene/domain'
import { expect, test } from 'vitest'
import { type Case, corpus } from './corpus.ts'
import { seenIn } from './seen-in.ts'

const cases = corpus('unprepared')
const readers = new Map(declaredAnswers.map(({ answer }) => [answer.name, answer]))

/** What the reader of a case makes of it: undefined if it refuses it. */
function seen(one: Case): unknown {
  const reader = readers.get(one.answer)
  if (!reader) throw new Error(`No answer is declared as ${one.answer}.`)
  return seenIn(reader, one)
}

test('400 answers are there, for every declared answer', () => {
  expect(cases.length).toBeGreaterThanOrEqual(400)
  expect(new Set(cases.map(({ answer }) => answer))).toEqual(new Set(readers.keys()))
})

test.each(cases)('$answer is read right or refused: $title', (one) => {
  const value = seen(one)
  if (one.says === undefined) expect(value).toBeUndefined()
  else if (value !== undefined) expect({ is: value }).toMatchObject({ is: one.says })
})

test('at least 19 of 20 are read', () => {
  const unread = cases.filter((one) => one.says !== undefined && seen(one) === undefined)
  expect(
    unread.length / cases.length,
    unread.map(({ answer, title }) => `${answer}: ${title}`).join('\n'),
  ).toBeLessThan(0.05)
})
