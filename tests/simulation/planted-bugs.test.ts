import { plantedBugs, simulate } from '@convene/testkit'
import { expect, test } from 'vitest'

const MOST_SEEDS = 1_000

/** Rare bugs, and a story that found each. It comes first, and the others only follow if it no longer does. */
const knownSeeds: { readonly [name: string]: number } = {
  'does not tell a tool that it is aborted': 95,
  'runs a tool again whose outcome is unknown': 318,
  'reserves nothing': 181,
  'hands work on in circles': 34,
  'lets a delegate do what its caller may not': 129,
  'mistakes a delegate’s last words for its report': 78,
  'asks a question again': 39,
  'lets an agent call as often as it likes': 201,
  'sends a step back as often as its owner likes': 93,
  'lets panelists repeat themselves as often as they like': 118,
}

test('there are at least 20 planted bugs', () => {
  expect(new Set(plantedBugs.map(({ name }) => name)).size).toBeGreaterThanOrEqual(20)
})

test.each(plantedBugs)('a program that $name is found out', async (bug) => {
  const options = { bug, ...(bug.mode && { mode: bug.mode }) }
  const seeds = [knownSeeds[bug.name] ?? 1, ...Array.from({ length: MOST_SEEDS }, (_, index) => index + 1)]
  for (const seed of seeds) if ((await simulate(seed, options)).violations.length > 0) return
  expect.fail(`${MOST_SEEDS} stories, and nobody noticed`)
})
