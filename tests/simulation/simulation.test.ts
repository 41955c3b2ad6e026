import { type SimulationResult, simulate, tellStory } from '@convene/testkit'
import { describe, expect, test } from 'vitest'

const LONG = process.env.CONVENE_LONG !== undefined
const SEEDS = LONG ? 100_000 : 250
const PARTS = LONG ? 40 : 5
/** How many stories of each part are simulated twice. */
const TWICE = 5
/** A long run uses new seeds. A short one must give the same result for the same code every day. */
const FIRST = LONG ? Math.floor(Date.now() / 86_400_000) * 100_000 : 1_000_000

const size = SEEDS / PARTS

describe(`${SEEDS} stories from seed ${FIRST}, some of them played twice with the same log,`, () => {
  test.each(Array.from({ length: PARTS }, (_, part) => part))('keep every promise, part %i', async (part) => {
    const failed: SimulationResult[] = []
    let faults = 0
    for (let seed = FIRST + part * size; seed < FIRST + (part + 1) * size; seed++) {
      const result = await simulate(seed)
      faults += result.faults
      if (result.violations.length > 0) failed.push(result)
      if (seed % size < TWICE) expect((await simulate(seed)).hash(), `seed ${seed} again`).toBe(result.hash())
    }
    expect(failed.slice(0, 2).map(tellStory).join('\n\n')).toBe('')
    expect(faults / size).toBeGreaterThan(3)
  })
})

test("a session that is opened while another process appends to it still declares its dead owner's work lost", async () => {
  expect((await simulate(701_941)).violations).toEqual([])
})

test.each([
  [34, 'a reply voted on two decisions, one of them counted, and was shown with one ballot sealed'],
  [910_003_202, 'a call queued behind a delegate takes the last tool call that the delegate waits for'],
  [910_005_242, 'a call queued behind a delegate takes the last tool call that the delegate waits for'],
  [920_000_962, 'a call queued behind a delegate takes the last tool call that the delegate waits for'],
  [920_004_441, 'a call queued behind a delegate takes the last tool call that the delegate waits for'],
  [910_005_390, 'a retry waits for a day because the clock was set back while a command came from another process'],
  [920_012_135, 'the agent that sums up a conversation reads a vote that is still secret'],
  [1_027_265, 'an approval expires in the last second of the story'],
  [1_070_156, 'an approval expires in the last second of the story'],
  [1_071_811, 'the Head is asked for the report a third time, because a limit cut it off twice'],
  [1_013_444, 'panelists read the names of their peers in the report of an earlier panel'],
  [3_000_006_765, 'the owner of a run waits to retry storage that works again, and misses a stop'],
  [5_000_000_666, 'the checker took replies for useless whose calls were answered without a tool'],
  [5_000_050_130, 'the checker took replies for useless whose calls were answered without a tool'],
])('seed %i is clean; it once failed: %s', async (seed) => {
  expect((await simulate(seed)).violations).toEqual([])
})
