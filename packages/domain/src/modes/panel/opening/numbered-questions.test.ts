import { expect, test } from 'vitest'
import { answeredText, answersToAll, numberedQuestions } from './numbered-questions.ts'

const questions = ['Which Friday?', 'Who is on call?']
const question = numberedQuestions(questions)

test.for([
  ['1. The 13th\n2. Bob'],
  ['1) The 13th 2) Bob'],
  ['1: The 13th\n\n2: Bob'],
  ['1. Which Friday?\n   The 13th\n2. Who is on call?\n   Bob'],
])('%j answers both questions', ([answer = '']) => {
  expect(answersToAll(answer, questions)).toEqual(['The 13th', 'Bob'])
  expect(answeredText([{ question, answer }])).toBe('1. Which Friday?\n   The 13th\n2. Who is on call?\n   Bob')
})

test('an answer without numbers is given to all questions, in one piece', () => {
  expect(answeredText([{ question, answer: 'Bob, on the 13th' }])).toBe(
    '1. Which Friday?\n2. Who is on call?\n\nThe answer to these questions: Bob, on the 13th',
  )
})

test('a single question has a single answer, whatever it looks like', () => {
  expect(answeredText([{ question: 'When?', answer: '1. May' }])).toBe('1. When?\n   1. May')
})
