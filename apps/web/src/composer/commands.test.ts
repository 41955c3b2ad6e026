import { expect, test } from 'vitest'
import { readLine } from './commands.ts'

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
