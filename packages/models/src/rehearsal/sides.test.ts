import { describe, expect, test } from 'vitest'
import { sidesOf, speaksFor } from './sides.ts'

const names = (goal: string) => sidesOf(goal).map(({ name }) => name)

describe('the sides of a decision', () => {
  test.each([
    ['Should the shop keep its sessions in Redis or in Postgres?', ['Redis', 'Postgres']],
    ['Should we use SQLite or Postgres?', ['SQLite', 'Postgres']],
    [
      'Should a small team keep its sessions in Redis or move them to Postgres?',
      ['Keep its sessions in Redis', 'Move them to Postgres'],
    ],
    ['Should we buy a new server or rent one in the cloud?', ['Buy a new server', 'Rent one in the cloud']],
    ['Tabs versus spaces?', ['Tabs', 'Spaces']],
  ])('use the goal’s own words: %s', (goal, sides) => {
    expect(names(goal)).toEqual(sides)
  })

  test('are yes and not yet if the goal does not name two', () => {
    expect(names('Should the shop move its orders from SQLite to Postgres?')).toEqual(['Yes', 'Not yet'])
    expect(names('Should we or should we?')).toEqual(['Yes', 'Not yet'])
    expect(names('Should we move now or')).toEqual(['Yes', 'Not yet'])
  })

  test('do not exist for a question or a task', () => {
    expect(names('How are login errors handled here?')).toEqual([])
    expect(names('Read this folder and say what it is for.')).toEqual([])
  })

  test('are supported by a line that names one, and "not yet" by a line that objects', () => {
    const [redis, postgres] = sidesOf('Should we use Redis or Postgres?')
    expect([redis, postgres].map((side) => side && speaksFor(side, 'The sessions live in redis.'))).toEqual([
      true,
      false,
    ])
    const [yes, notYet] = sidesOf('Should we move?')
    expect([yes, notYet].map((side) => side && speaksFor(side, 'Nobody wanted to move.'))).toEqual([false, true])
  })
})
