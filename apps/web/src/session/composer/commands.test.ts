import { emptySession, type Session, SessionId } from '@convene/domain'
import { expect, test } from 'vitest'
import { readFor, readLine } from './commands.ts'

const agents = ['ada', 'bert']

test('text goes to the team', () => {
  expect(readLine(' hello ', agents)).toEqual({ type: 'message', text: 'hello' })
})

test('@ and a known name goes to that agent', () => {
  expect(readLine('@ada look again', agents)).toEqual({ type: 'message', text: 'look again', to: 'ada' })
})

test('@ and an unknown name stays plain text', () => {
  expect(readLine('@carl look', agents)).toEqual({ type: 'message', text: '@carl look' })
})

test('files are sent with the message', () => {
  expect(readLine('see', agents, ['abc'])).toEqual({ type: 'message', text: 'see', attachments: ['abc'] })
})

test('commands are parsed', () => {
  expect(readLine('/pause', agents)).toEqual({ type: 'pause' })
  expect(readLine('/pause @ada', agents)).toEqual({ type: 'pause', agent: 'ada' })
  expect(readLine('/resume ada', agents)).toEqual({ type: 'resume', agent: 'ada' })
  expect(readLine('/pause ada and bert', agents)).toMatch(/Write \/pause/u)
  expect(readLine('/summary', agents)).toEqual({ type: 'message', text: 'Sum up this session.', to: 'summary' })
  expect(readLine('/run  try again', agents)).toEqual({ type: 'run', goal: 'try again' })
  expect(readLine('/decide Which? | one | two', agents)).toEqual({
    type: 'propose',
    topic: 'Which?',
    options: ['one', 'two'],
  })
})

test('an unknown or incomplete command is refused with what to write', () => {
  expect(readLine('/dance', agents)).toMatch(/Unknown command \/dance\. Available: \/pause/u)
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

test('text answers the open question', () => {
  expect(readFor(asked, 'That one.', [])).toEqual({ type: 'answer', text: 'That one.', question: 'q1' })
  expect(readFor(idle, 'That one.', [])).toEqual({ type: 'message', text: 'That one.' })
})

test('a message to a named agent goes there, even while a question is open', () => {
  const team = { members: [{ slug: 'ada' }] }
  const session = { ...asked, run: { team } } as unknown as Session
  expect(readFor(session, '@ada look again', [])).toEqual({ type: 'message', text: 'look again', to: 'ada' })
  expect(readFor(session, '@carl look', [])).toMatchObject({ type: 'answer' })
})

test('files are never lost: commands and answers that cannot carry them are not sent', () => {
  const files = [{ hash: 'abc' }]
  expect(readFor(idle, 'See.', files)).toEqual({ type: 'message', text: 'See.', attachments: ['abc'] })
  expect(readFor(asked, 'See.', files)).toMatch(/not to an answer/u)
  expect(readFor(idle, '/pause', files)).toMatch(/not to a command/u)
})
