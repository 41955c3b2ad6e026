import { type AskId, type Fact, fact, type SessionId } from '@convene/domain'
import { stamped } from '@convene/testkit'
import { expect, test } from 'vitest'
import { firstAnswer } from './first-answer.ts'

const told = (...facts: readonly Fact[]) => firstAnswer(stamped('01JS' as SessionId, 0, facts), 'q1')

const gate = fact('question.asked', { id: 'q1', question: 'Approve?', options: [], gate: 'plan' })
const question = fact('question.asked', { id: 'q1', question: 'Why?', options: [] })
const answered = (answer: string) => fact('question.answered', { id: 'q1', answer, by: 'user' })
const permitted = (answer: 'once' | 'deny', by = 'user') =>
  fact('permission.answered', { ask: 'q1' as AskId, answer, by })

test.each([
  ['Already approved in another window or terminal.', [gate, answered('approve')]],
  ['Already sent back in another window or terminal.', [gate, answered('reject')]],
  ['Already answered in another window or terminal.', [question, answered('approve')]],
  ['Already allowed in another window or terminal.', [permitted('once')]],
  ['Already denied in another window or terminal.', [permitted('deny')]],
  ['Already denied: nobody answered in time.', [permitted('deny', 'expiry')]],
  [undefined, [gate]],
])('a late answer reads: %s', (text, facts) => {
  expect(told(...facts)).toBe(text)
})
