import { plantedBugs, simulate } from '@convene/testkit'
import { expect, test } from 'vitest'

const MOST_SEEDS = 1_000

test('there are at least 20 planted bugs', () => {
  expect(new Set(plantedBugs.map(({ name }) => name)).size).toBeGreaterThanOrEqual(20)
})

test.each(plantedBugs)('a program that $name is found out', async (bug) => {
  const options = { bug, ...(bug.mode && { mode: bug.mode }) }
  for (let seed = 1; seed <= MOST_SEEDS; seed++) if ((await simulate(seed, options)).violations.length > 0) return
  expect.fail(`${MOST_SEEDS} stories, and nobody noticed`)
})
