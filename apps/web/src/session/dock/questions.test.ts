import { expect, test } from 'vitest'
import { answerTo, questionsIn } from './questions.ts'

test('numbered or bulleted questions become one line each, without marks', () => {
  const asked = questionsIn('Before we start:\n\n1. **How many** shops?\n   All countries.\n2) May it lose `data`?\n')
  expect(asked).toEqual({
    before: 'Before we start:',
    questions: ['How many shops? All countries.', 'May it lose data?'],
  })
})

test('a text that continues after its list is not split', () => {
  const text = 'Either:\n- one\n- two\nWhich of them?'
  expect(questionsIn(text)).toEqual({ before: text, questions: [] })
  expect(questionsIn('How many shops?')).toEqual({ before: 'How many shops?', questions: [] })
})

test('each answer carries its question, and a missing one says to assume', () => {
  expect(answerTo(['How many?', 'Where?'], ['Three.', ' '])).toBe(
    '1. How many?\n   Three.\n2. Where?\n   Use your best assumption.',
  )
})
