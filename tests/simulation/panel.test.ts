import { type SimulationResult, simulate, tellStory } from '@convene/testkit'
import { expect, test } from 'vitest'

const LONG = process.env.CONVENE_LONG !== undefined
const SEEDS = LONG ? 1_000 : 40
/** A long run uses new seeds. A short one must give the same result for the same code every day. */
const FIRST = LONG ? Math.floor(Date.now() / 86_400_000) * 1_000 : 20_000_000

test(`${SEEDS} stories of panels keep every promise, whatever fails and whatever the user does`, async () => {
  const failed: SimulationResult[] = []
  const ends = new Set<string>()
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
    const result = await simulate(seed, { mode: 'panel' })
    if (result.violations.length > 0) failed.push(result)
    for (const events of result.logs.values())
      for (const event of events) if (event.type === 'run.finished') ends.add(event.data.state)
  }
  expect(failed.slice(0, 2).map(tellStory).join('\n\n')).toBe('')
  expect([...ends].toSorted()).toEqual(expect.arrayContaining(['cancelled', 'completed']))
})
