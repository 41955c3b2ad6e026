import { expect, test } from 'vitest'
import { PaperTerminal } from './paper-terminal.fixture.ts'
import { printTable, printText } from './print.ts'

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

test('a sentence that its column would cut is below its row, whole', () => {
  expect(printed(80, (program) => printTable(program, table)).slice(1)).toEqual([
    'quick-panel  panel',
    '  Three experts, ten turns at most: several opinions and a decision.',
  ])
})

test('a text breaks at the width of the terminal', () => {
  expect(printed(20, (program) => printText(program, 'Keys are stored in a file.'))).toEqual([
    'Keys are stored in',
    'a file.',
  ])
})

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

test('a narrow terminal leaves out columns in the given order, until the flexible one can be read', () => {
  const sessions = {
    titles: ['id', 'state', 'mode', 'title', 'tokens', 'cost', 'changed'],
    rows: [
      ['01M7N4AB', 'Done', 'orchestrate', 'Add a --json flag to the list command', '41.2k', 'unknown price', '3 h ago'],
    ],
    flexible: 3,
    spares: [4, 5, 2, 6],
  }
  const at = (width: number) => printed(width, (program) => printTable(program, sessions))
  expect(at(120)[1]).toContain('unknown price')
  expect(at(80)).toEqual([
    'id        state  mode         title                                  changed',
    '01M7N4AB  Done   orchestrate  Add a --json flag to the list command  3 h ago',
  ])
  expect(at(60)).toEqual([
    'id        state  title                              changed',
    '01M7N4AB  Done   Add a --json flag to the list co…  3 h ago',
  ])
})
