import { plantedBugs, simulate } from '@convene/testkit'
import { expect, test } from 'vitest'

const MOST_SEEDS = 1_000

/** A seed that found each bug, for speed. It is tried first, and the others only if it no longer finds the bug. */
const knownSeeds: { readonly [name: string]: number } = {
  'mistakes another process’s effects for its own': 6,
  'mistakes a conflict for a success': 10,
  'keeps a fold without its conversations': 14,
  'forgets alarms that are far away': 49,
  'does not tell a tool that it is aborted': 705,
  'runs a tool again whose outcome is unknown': 345,
  'forgets an approval': 20,
  'aborts running calls during a pause': 14,
  'continues during a pause': 21,
  'continues for a paused agent': 40,
  'lets calls continue after a stop': 6,
  'grants everything': 30,
  'lets the model approve its own call': 30,
  'counts an answer twice': 90,
  'gives a report to another call': 156,
  'hands work on in circles': 53,
  'lets a delegate do what its caller may not': 366,
  'loses the report of a background task': 15,
  'leaves tasks open below one that ended': 34,
  'asks a question again': 39,
  'lets the model answer for the user': 11,
  'lets an agent repeat itself forever': 95,
  'lets an agent call as often as it likes': 201,
  'reveals votes before the count': 15,
  'waits forever for a vote': 11,
  'gives a step to an agent that does not own it': 13,
  'lets an owner review its own step': 13,
  'forgets that steps depend on each other': 13,
  'sends a step back as often as its owner likes': 93,
  'lets panelists repeat themselves as often as they like': 1_038,
  'lets a run that leads nowhere continue': 207,
  'lets a run that leads nowhere make one more call': 532,
  'ignores the call limit': 9,
  'takes a plan that nobody approved for approved': 13,
  'takes an answer to an offer that says nothing for a yes': 501,
  'takes a word that is taken back for the end of a discussion': 76,
  'forgets to say why a step is done again': 13,
  'forgets to say what the goal is': 13,
  'forgets what an agent has found before': 13,
  'does not tell the model that it is aborted': 4,
  'loses a queued message': 3,
  'reserves nothing': 14,
  'mistakes a delegate’s last words for its report': 4,
  'picks the first option whatever the votes say': 4,
  'forgets who was against it': 4,
  'takes a vote that cannot be read for the first option': 4,
}

test('there are at least 20 planted bugs', () => {
  expect(new Set(plantedBugs.map(({ name }) => name)).size).toBeGreaterThanOrEqual(20)
})

test.for(plantedBugs)('a program that $name is caught', async (bug, { annotate }) => {
  const options = { bug, ...(bug.mode && { mode: bug.mode }) }
  const seeds = [knownSeeds[bug.name] ?? 1, ...Array.from({ length: MOST_SEEDS }, (_, index) => index + 1)]
  for (const [tried, seed] of seeds.entries()) {
    if ((await simulate(seed, options)).violations.length === 0) continue
    if (tried > 0) await annotate(`${tried} stories missed it. Its seed is now ${seed}.`, 'warning')
    return
  }
  expect.fail(`${MOST_SEEDS} stories, and nobody noticed`)
})
