import { expect, test } from 'vitest'
import { PaperTerminal } from './paper-terminal.fixture.ts'
import { printTable } from './print.ts'

const table = {
  titles: ['team', 'mode', 'for'],
  rows: [['quick-panel', 'panel', 'Three experts, ten turns at most: several opinions and a decision.']],
  describes: true,
}

function printed(width: number, print: (program: never) => unknown): readonly string[] {
  const paper = new PaperTerminal(width)
  print({ terminal: { command: 'convene', out: paper.sink, err: paper.sink } } as never)
  return paper.writes.join('').trimEnd().split('\n')
}

test('a sentence has its column in a wide terminal, and its own lines in a narrow one', () => {
  expect(printed(100, (program) => printTable(program, table))[1]).toBe(
    'quick-panel  panel  Three experts, ten turns at most: several opinions and a decision.',
  )
  expect(printed(50, (program) => printTable(program, table))).toEqual([
    'team         mode',
    'quick-panel  panel',
    '  Three experts, ten turns at most: several',
    '  opinions and a decision.',
  ])
})
