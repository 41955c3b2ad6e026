import { expect, test } from 'vitest'
import { noticing } from './notices.ts'
import { PaperTerminal } from './paper-terminal.fixture.ts'

function told(text: string, { columns = 30, command = 'convene', isTerminal = true } = {}): string {
  const paper = new PaperTerminal(columns)
  const written: string[] = []
  const sink = { ...paper.sink, isTerminal, write: (text: string) => void written.push(text) }
  noticing(sink, { command }).write(text)
  return written.join('')
}

test('a notice on a terminal breaks between words', () => {
  expect(told('We wrote it: no model is asked, and nothing is stored.\n')).toBe(
    'We wrote it: no model is\nasked, and nothing is stored.\n',
  )
  expect(told('  an indented line that is too long\n')).toBe('  an indented line that is too\n  long\n')
})

test('colours take no room, and a command between backticks is not torn', () => {
  expect(told('\u001b[2mone two three four five six se\u001b[22m\n')).toBe(
    '\u001b[2mone two three four five six se\u001b[22m\n',
  )
  expect(told('Look here for it first: `convene teams show x`.\n')).toBe(
    'Look here for it first:\n`convene teams show x`.\n',
  )
})

test('in a pipe nothing is broken, and its commands are those of the program that was started', () => {
  const text = 'End of the example. Your turn: convene run "Should we?" More examples: convene demo plan'
  expect(told(text, { isTerminal: false, command: 'npx convene' })).toBe(
    'End of the example. Your turn: npx convene run "Should we?" More examples: npx convene demo plan',
  )
})

test('what must stay as it is stays so', () => {
  const written: string[] = []
  const sink = { ...new PaperTerminal(10).sink, write: (text: string) => void written.push(text) }
  noticing(sink, { command: 'npm start --' }).verbatim?.('a file that says convene run\n')
  expect(written).toEqual(['a file that says convene run\n'])
})
