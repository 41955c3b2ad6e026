import { describe, expect, test } from 'vitest'
import { areAsked } from './options-asked.ts'

const goal = 'Should the shop keep its sessions in Redis or move them to Postgres?'

describe('the options of a question are the user’s own', () => {
  test.each([
    [['Keep its sessions in Redis', 'Move them to Postgres']],
    [['Move to Postgres', 'Keep Redis']],
    [['Redis', 'Postgres']],
  ])('as %j, in anyone’s words', (options) => {
    expect(areAsked(options, goal)).toBe(true)
  })
})

describe('the options of a question are the Head’s idea', () => {
  test.each([
    ['one is missing', goal, ['Keep Redis']],
    ['one is new', goal, ['Keep Redis', 'Move to Postgres', 'Use signed cookies']],
    ['one is another', goal, ['Keep Redis', 'Use signed cookies']],
    ['one is there twice and the other not at all', goal, ['Keep Redis', 'Keep Redis for a year']],
    ['one is nothing', goal, ['Keep Redis', '']],
    ['the question has none', 'Should we leave Redis?', ['Leave Redis', 'Stay on Redis']],
    ['the question has none, and neither has the topic', 'Where do sessions go?', []],
  ])('if %s', (_, asked, options) => {
    expect(areAsked(options, asked)).toBe(false)
  })
})
