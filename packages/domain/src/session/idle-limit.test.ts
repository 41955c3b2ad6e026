import { expect, test } from 'vitest'
import { noLimits } from '../limits/limits.ts'
import { idleLimitMs } from './idle-limit.ts'

const price = { input: 1, output: 5 }
const free = { input: 0, output: 0 }
const idle = (info: object | undefined, modelTimeout = noLimits.modelTimeout) =>
  idleLimitMs({ limits: { ...noLimits, modelTimeout }, settings: { models: info ? { m: info } : {} } } as never, 'm')

test.each([
  ['thinks', { price, context: null, reasoning: ['off', 'high'] }, 600_000],
  ['runs on this machine', { price: free, context: null }, 600_000],
  ['does not think', { price, context: null, reasoning: ['off'] }, 120_000],
  ['has no levels', { price, context: null, reasoning: [] }, 120_000],
  ['is unknown', { price: null, context: null }, 120_000],
  ['rehearses', { price: free, context: null, rehearsal: true }, 120_000],
  ['is not listed', undefined, 120_000],
])('the default timeout fits a model that %s', (_what, info, ms) => expect(idle(info)).toBe(ms))

test('an unknown model gets more time once it was seen to think', () => {
  const run = { limits: noLimits, settings: { models: { m: { price: null, context: null } } } }
  expect(idleLimitMs(run, 'm')).toBe(120_000)
  expect(idleLimitMs(run, 'm', true)).toBe(600_000)
  expect(idleLimitMs({ ...run, limits: { modelTimeout: 30 } }, 'm', true)).toBe(30_000)
})

test('an explicit setting applies to every model', () => {
  expect(idle({ price, context: null, reasoning: ['high'] }, 30)).toBe(30_000)
  // Also if it is the usual time.
  expect(idle({ price, context: null, reasoning: ['high'] }, 120)).toBe(120_000)
  expect(idle({ price: free, context: null }, 1_200)).toBe(1_200_000)
})
