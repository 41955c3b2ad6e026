import { expect, test } from 'vitest'
import type { Position } from '../view/view.ts'
import { matrixOf } from './matrix.ts'

const held = (agent: string, round: number, position: string): Position => ({
  agent,
  round,
  position,
  confidence: 50,
  changed: false,
  because: '',
})

test('positions that differ only in case and punctuation are one option', () => {
  const { options } = matrixOf([held('ada', 1, 'Keep Redis.'), held('bert', 1, 'keep  redis')])
  expect(options.map(({ letter, text, count }) => [letter, text, count])).toEqual([['A', 'Keep Redis.', 2]])
})

test('an option counts those who hold it now', () => {
  const { options } = matrixOf([held('ada', 1, 'Keep'), held('bert', 1, 'Move'), held('ada', 2, 'Move')])
  expect(options.map(({ text, count }) => [text, count])).toEqual([
    ['Keep', 0],
    ['Move', 2],
  ])
})

test('an agent has no position for a round in which it said nothing', () => {
  const matrix = matrixOf([held('ada', 1, 'Keep'), held('bert', 3, 'Move')])
  expect(matrix.rounds).toEqual([1, 3])
  expect(matrix.at('bert', 1)).toBeUndefined()
})
