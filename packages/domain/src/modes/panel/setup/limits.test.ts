import { describe, expect, test } from 'vitest'
import { noLimits } from '../../../limits/limits.ts'
import { Seat } from '../../../team/team.ts'
import { limitsFor, minutesAtStart, turnMinutes, usualLimits } from './limits.ts'

const price = { input: 1, output: 5 }
const models = {
  'a/quick': { price, context: null },
  'a/thinks': { price, context: null, reasoning: ['low', 'high'] },
  'acp/coder': { price: null, context: null, agent: true },
}
const panel = (names: readonly string[], limits: object = {}) => {
  const members = names.map((model, index) =>
    Seat.parse({ name: `P${index}`, slug: `p${index}`, prompt: 'You answer.', model, seat: 'member' }),
  )
  const settings = { models, mode: {}, namedLimits: { team: {}, user: limits } }
  return { team: { members }, settings, limits: { ...noLimits, ...usualLimits(names.length), ...limits } } as never
}
const eight = Array.from({ length: 8 }, () => 'a/quick')

describe('the minutes for a panel', () => {
  test.each([
    ['with three quick models', ['a/quick', 'a/quick', 'a/quick'], 30],
    ['with eight quick models', eight, 80],
    ['with one that thinks', ['a/quick', 'a/thinks'], 60],
    ['with a coding agent', ['a/quick', 'acp/coder'], 480],
  ])('%s', (_who, names, minutes) => {
    const run = panel(names)
    expect({ maxDuration: usualLimits(names.length).maxDuration, ...minutesAtStart(run) }.maxDuration).toBe(minutes)
  })

  test('grow with the depth of a discussion, and cover three rounds of a decision', () => {
    expect(limitsFor(panel(eight), 'discuss', 'deep')?.maxDuration).toBe(133)
    expect(limitsFor(panel(eight), 'discuss', 'quick')?.maxDuration).toBe(30)
    expect(limitsFor(panel(eight), 'decide', 'standard')?.maxDuration).toBe(30)
  })

  test('are the user’s if set, even if they equal the default', () => {
    expect(minutesAtStart(panel(['a/thinks'], { maxDuration: 30 }))).toEqual({})
  })
})

describe('the minutes for a turn', () => {
  const turnOf = (model: string, limits = {}) => turnMinutes(panel([model], limits), { model } as Seat)

  test('depend on its model', () => {
    expect([turnOf('a/quick'), turnOf('a/thinks'), turnOf('acp/coder')]).toEqual([3, 15, 120])
  })

  test('are the user’s if set, even if they equal the default', () => {
    expect([turnOf('acp/coder', { maxTurnDuration: 3 }), turnOf('a/thinks', { maxTurnDuration: 1 })]).toEqual([3, 1])
  })
})
