import { declaredAnswers } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { corpus } from './corpus.ts'

type Read = (text: string, about: unknown) => unknown
type Shown = { readonly [key: string]: (value: never) => unknown }

/** Long readings, reduced to the part that a case checks. */
const shown: Shown = {
  assignments: ({ assignments }: { assignments: { member: string; task: string }[] }) =>
    assignments.map(({ member, task }) => [member, task]),
  steps: ({ steps }: { steps: { id: string; owner: string; dependsOn: string[] }[] }) =>
    steps.map(({ id, owner, dependsOn }) => [id, owner, dependsOn]),
}

const cases = corpus()
const readers = new Map(declaredAnswers.map(({ answer }) => [answer.name, answer.read as Read]))

test('the corpus has at least 300 answers, with some of every form, accepted and refused', () => {
  expect(cases.length).toBeGreaterThanOrEqual(300)
  expect([...new Set(cases.map(({ answer }) => answer))].toSorted()).toEqual([...readers.keys()].toSorted())
  expect(new Set(cases.map(({ answer, title }) => `${answer}: ${title}`)).size).toBe(cases.length)
})

describe.each([...readers])('%s', (name, read) => {
  test.each(cases.filter(({ answer }) => answer === name))('$title', ({ text, about, says }) => {
    const value = read(text, about)
    const seen = value === undefined ? undefined : (shown[name]?.(value as never) ?? value)
    if (says === undefined) expect(seen).toBeUndefined()
    else if (typeof says === 'object' && !Array.isArray(says)) expect(seen).toMatchObject(says as object)
    else expect(seen).toEqual(says)
  })
})
