import { expect, test } from 'vitest'
import { readQuestion } from './question.ts'

test('a question of another agent is checked by us, since the editor does not', () => {
  expect(readQuestion({ question: 'Why?', mode: 'panel' })).toEqual({ ok: true, question: 'Why?', mode: 'panel' })
  for (const input of [
    undefined,
    {},
    { question: ' ' },
    { question: 7 },
    { question: 'x', mode: 'plan' },
    { question: 'x', bogus: 1 },
  ])
    expect(readQuestion(input)).toMatchObject({ ok: false })
})
