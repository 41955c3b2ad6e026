import { describe, expect, test } from 'vitest'
import { readBetter } from './briefs.ts'
import { isRightAnswer, readSaid, votedFor } from './grade.ts'
import { readEvalQuestion } from './question.ts'

function asked(fields: object) {
  const read = readEvalQuestion({ id: 'q', question: 'Which?', ...fields })
  if (!read.ok) throw new Error(read.refusal.message)
  return read.value
}

const right = (fields: object, line: string): boolean | undefined => {
  const question = asked(fields)
  return isRightAnswer(question, readSaid(question, `Thinking about 3 of them.\nANSWER: ${line}`).said)
}

const options = { options: ['Keep Redis', 'Move to Postgres', 'A queue'], answer: 'B' }

describe('an answer with options', () => {
  test.each(['B', 'b)', '(B)', 'B. Move to Postgres', 'Move to Postgres', '**B**', 'option b', 'B - it scales'])(
    'is right as %s',
    (line) => expect(right(options, line)).toBe(true),
  )

  test.each(['A', 'A queue', 'C', 'D', 'Neither', 'A or B', '', 'Keep Redis, not B'])('is wrong as "%s"', (line) =>
    expect(right(options, line)).toBe(false),
  )

  test('is not guessed from the text if the line is missing', () => {
    const question = asked(options)
    expect(readSaid(question, 'B is better. I would take B.').said).toBeNull()
    expect(isRightAnswer(question, null)).toBe(false)
  })
})

describe('a number', () => {
  test.each([
    ['42', '42', true],
    ['42', '42.0', true],
    ['42', 'about 42 servers', true],
    ['1500', '1,500', true],
    ['42', '41', false],
    ['42', '42 or 43', false],
    ['42', 'forty-two', false],
    ['-3', '−3', true],
  ])('%s is answered by %s: %s', (answer, line, expected) => expect(right({ answer }, line)).toBe(expected))

  test('may be off by its tolerance and no more', () => {
    const answer = { number: 100, tolerance: 2 }
    expect(right({ answer }, '101.9')).toBe(true)
    expect(right({ answer }, '102.1')).toBe(false)
  })
})

test('patterns and alternative texts are compared the way people would', () => {
  expect(right({ answer: { regex: '^roll.?back' } }, 'Rollback the release')).toBe(true)
  expect(right({ answer: { regex: '^roll.?back' } }, 'Do not roll back')).toBe(false)
  expect(right({ answer: ['Paris', 'City of Paris'] }, 'paris.')).toBe(true)
  expect(right({ answer: { oneOf: ['Paris'] } }, 'Lyon')).toBe(false)
})

test('right answers in different words count as the same vote', () => {
  const question = asked({ answer: ['Paris', 'City of Paris'] })
  expect(votedFor(question, 'city of paris')).toBe(votedFor(question, 'Paris'))
  expect(votedFor(question, 'Lyon')).not.toBe(votedFor(question, 'Paris'))
})

test.each([
  [{ options: ['a', 'b'], answer: 'c' }, 'none of the options'],
  [{ options: ['a', 'A'], answer: 'a' }, 'two options are the same'],
  [{ options: ['only'], answer: 'only' }, 'options'],
  [{ answer: { regex: '(' } }, 'Invalid pattern'],
  [{ answer: { regex: '(a+)+$', other: 1 } }, 'answer'],
  [{ question: '   ' }, 'question'],
])('a question with %j is refused: %s', (fields, why) => {
  const read = readEvalQuestion({ id: 'q', question: 'Which?', ...fields })
  expect(read.ok ? '' : read.refusal.message).toContain(why)
})

test.each([
  ['BETTER: 1', 1],
  ['BETTER: Answer 2', 2],
  ['BETTER: tie', 0],
  ['BETTER: 1 or 2', undefined],
  ['BETTER: 1, 2 or tie', undefined],
  ['I like 1', undefined],
  ['BETTER: 3', undefined],
])('a judge who says "%s" means %s', (text, meant) => expect(readBetter(text)).toBe(meant))
