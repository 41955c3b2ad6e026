import type { PositionView, SeatedTeam } from '@convene/domain'
import { expect, test } from 'vitest'
import { positionsOf } from './matrix.ts'

const held = (agent: string, round: number, position: string, choice: number | null = null): PositionView => ({
  agent,
  round,
  position,
  choice,
  confidence: 50,
  probabilities: null,
  abstains: false,
  changed: false,
  because: '',
  reason: '',
  flagged: false,
  message: null,
  blind: round === 1,
})

test('positions that differ only in case and punctuation are one option', () => {
  const { options } = positionsOf([held('ada', 1, 'Keep Redis.'), held('bert', 1, 'keep  redis')])
  expect(options.map(({ letter, text, count }) => [letter, text, count])).toEqual([['A', 'Keep Redis.', 2]])
})

test('agents are in the order of their seats, not of their answers', () => {
  const team = { name: 'T', members: ['ada', 'bert', 'cleo'].map((slug) => ({ slug })) } as unknown as SeatedTeam
  const said = [held('user', 1, 'Keep'), held('cleo', 1, 'Keep'), held('ada', 1, 'Move')]
  expect(positionsOf(said, [], team).agents).toEqual(['ada', 'cleo', 'user'])
})

test('an option counts only the agents who hold it now', () => {
  const { options } = positionsOf([held('ada', 1, 'Keep'), held('bert', 1, 'Move'), held('ada', 2, 'Move')])
  expect(options.map(({ text, count }) => [text, count])).toEqual([
    ['Keep', 0],
    ['Move', 2],
  ])
})

test('an agent has no position for a round in which it said nothing', () => {
  const matrix = positionsOf([held('ada', 1, 'Keep'), held('bert', 3, 'Move')])
  expect(matrix.rounds).toEqual([1, 3])
  expect(matrix.at('bert', 1)).toBeUndefined()
})

const drawn = [
  { text: 'Keep Redis', covers: [] },
  { text: 'Move to Postgres', covers: [] },
]

test('positions get the letter of the option they refer to, whatever their words', () => {
  const said = [
    held('ada', 1, 'Stay with Redis', 0),
    held('bert', 1, 'Redis is fine', 0),
    held('cleo', 1, 'Postgres', 1),
    held('cleo', 2, 'Keep Redis', 0),
  ]
  const { options, at } = positionsOf(said, drawn)
  expect(options.map(({ letter, text, count }) => [letter, text, count])).toEqual([
    ['A', 'Keep Redis', 3],
    ['B', 'Move to Postgres', 0],
  ])
  const letterAt = (agent: string, round: number) =>
    options.find(({ holds }) => holds(at(agent, round) as PositionView))?.letter
  expect([letterAt('bert', 1), letterAt('cleo', 1), letterAt('cleo', 2)]).toEqual(['A', 'B', 'A'])
})

test('an abstention holds no option, and a position that no option covers gets a new letter', () => {
  const said = [{ ...held('ada', 1, 'Abstains'), abstains: true }, held('bert', 1, 'Cookies')]
  const { options } = positionsOf(said, drawn)
  expect(options.map(({ letter, text, count }) => [letter, text, count])).toEqual([
    ['A', 'Keep Redis', 0],
    ['B', 'Move to Postgres', 0],
    ['C', 'Cookies', 1],
  ])
})
