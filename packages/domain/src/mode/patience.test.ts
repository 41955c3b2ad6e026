import { describe, expect, test } from 'vitest'
import { minutesFor } from './patience.ts'

const price = { input: 1, output: 5 }
const minutes = (info: object, set = 3, thinks = false) =>
  minutesFor(
    { settings: { models: { m: { context: null, price, ...info } } } } as never,
    { model: 'm' },
    { minutes: set, usual: 3 },
    { m: { thinks } },
  )

describe('the minutes of a turn', () => {
  test.each([
    ['answers right away', {}, 3],
    ['thinks', { reasoning: ['low', 'high'] }, 15],
    ['can only be turned off', { reasoning: ['off'] }, 3],
    ['is free', { price: { input: 0, output: 0 } }, 15],
    ['runs on this machine at an unknown price', { price: null, idleMs: 600_000 }, 15],
    ['is a coding agent', { agent: true }, 120],
    ['rehearses', { price: { input: 0, output: 0 }, rehearsal: true }, 3],
  ])('follow a model that %s', (_what, info, expected) => expect(minutes(info)).toBe(expected))

  test('follow a model that was seen to think', () => {
    expect(minutes({}, 3, true)).toBe(15)
  })

  test('are the user’s if set, whatever the model', () => {
    expect(minutes({ agent: true }, 2)).toBe(2)
  })
})
