import { emptySession, type Session, SessionId } from '@convene/domain'
import { expect, test } from 'vitest'
import { readFor, readLine } from './commands.ts'

const agents = ['ada', 'bert']

test('words go to the team', () => {
  expect(readLine(' hello ', agents)).toEqual({ type: 'message', text: 'hello' })
})

test('@ and a name that is there goes to that agent', () => {
  expect(readLine('@ada look again', agents)).toEqual({ type: 'message', text: 'look again', to: 'ada' })
})

test('@ and a name that is not there stays what was written', () => {
  expect(readLine('@carl look', agents)).toEqual({ type: 'message', text: '@carl look' })
})

test('files go along', () => {
  expect(readLine('see', agents, ['abc'])).toEqual({ type: 'message', text: 'see', attachments: ['abc'] })
})

test('a command has its meaning', () => {
  expect(readLine('/pause', agents)).toEqual({ type: 'pause' })
  expect(readLine('/pause @ada', agents)).toEqual({ type: 'pause', agent: 'ada' })
  expect(readLine('/resume ada', agents)).toEqual({ type: 'resume', agent: 'ada' })
  expect(readLine('/pause ada and bert', agents)).toMatch(/Write \/pause/u)
  expect(readLine('/run  try again', agents)).toEqual({ type: 'run', goal: 'try again' })
  expect(readLine('/decide Which? | one | two', agents)).toEqual({
    type: 'propose',
    topic: 'Which?',
    options: ['one', 'two'],
  })
})

test('a command that is not there, or lacks something, says what there is', () => {
  expect(readLine('/dance', agents)).toMatch(/There is no command \/dance\. There are: \/pause/u)
  expect(readLine('/run', agents)).toBe('Write /run goal.')
  expect(readLine('/decide Which? | one', agents)).toMatch(/Write \/decide/u)
})

const idle = emptySession(SessionId.parse('01J00000000000000000000000'))
const asked: Session = {
  ...idle,
  questions: {
    q1: {
      id: 'q1',
      question: 'Which?',
      options: [],
      gate: null,
      text: '',
      grants: [],
      task: null,
      call: null,
      since: 0,
    },
  },
}

test('words answer the question that is open', () => {
  expect(readFor(asked, 'That one.', [])).toEqual({ type: 'answer', text: 'That one.', question: 'q1' })
  expect(readFor(idle, 'That one.', [])).toEqual({ type: 'message', text: 'That one.' })
})

test('words for somebody by name go there, also while a question is open', () => {
  const team = { members: [{ slug: 'ada' }] }
  const session = { ...asked, run: { team } } as unknown as Session
  expect(readFor(session, '@ada look again', [])).toEqual({ type: 'message', text: 'look again', to: 'ada' })
  expect(readFor(session, '@carl look', [])).toMatchObject({ type: 'answer' })
})

test('files are never lost: what cannot take them is not sent', () => {
  const files = [{ hash: 'abc' }]
  expect(readFor(idle, 'See.', files)).toEqual({ type: 'message', text: 'See.', attachments: ['abc'] })
  expect(readFor(asked, 'See.', files)).toMatch(/not with an answer/u)
  expect(readFor(idle, '/pause', files)).toMatch(/not with a command/u)
})
