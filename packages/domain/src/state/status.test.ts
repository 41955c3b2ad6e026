import { describe, expect, test } from 'vitest'
import { begun, seat, underWay } from '../session/session.fixture.ts'
import { noSpend, type Spend } from '../usage/usage.ts'
import type { Run } from './session.ts'
import { followUpSpend, spentText, statusText } from './status.ts'

const spent: Spend = { ...noSpend, calls: 6, input: 5_000, output: 500, costUsd: 0.0226 }
const finished = (totals: Spend) => ({ totals }) as unknown as NonNullable<Run['finished']>

test('in an interrupted run nobody works', () => {
  const session = underWay(begun({ members: [seat('ada')] }))
  expect(statusText(session)).toContain('Working: ')
  expect(statusText(session, true)).toMatch(/was interrupted: its process ended\. Nobody is working\./u)
})

describe('a run’s spend', () => {
  test('is everything so far while it runs', () => {
    expect(spentText({ spent, finished: null })).toBe('5.5k tokens, $0.0226')
  })

  test('after its end is the amount in the line about how it ended', () => {
    expect(spentText({ spent, finished: finished(spent) })).toBe('5.5k tokens, $0.0226')
    expect(followUpSpend({ spent, finished: finished(spent) })).toBeNull()
  })

  test('does not grow with follow-ups, which are listed separately', () => {
    const later = { ...spent, calls: 7, input: 6_700, output: 600, costUsd: 0.0283 }
    expect(spentText({ spent: later, finished: finished(spent) })).toBe(
      '5.5k tokens, $0.0226, and 1.8k tokens, $0.0057 for follow-ups',
    )
    expect(followUpSpend({ spent: later, finished: finished(spent) })?.calls).toBe(1)
  })

  test('has an unknown price only for the follow-up if only that has none', () => {
    const later = { ...spent, calls: 7, input: 6_700, output: 600, unpriced: 1 }
    expect(spentText({ spent: later, finished: finished(spent) })).toBe(
      '5.5k tokens, $0.0226, and 1.8k tokens, unknown price for follow-ups',
    )
  })
})
