import { describe, expect, test } from 'vitest'
import { accountFor, allDone, ownServer, skipsChaos, slowly } from './chaos.ts'
import { begin, newTeam } from './nodes.ts'

const CAPACITY = 5
const RUNS = 40
/** Long enough that a small machine only waits. */
const CALL_MS = 3_000

/** Seconds from the start of the first run to the end of the last. */
async function secondsWith(workers: number): Promise<number> {
  const team = await newTeam(await (await ownServer()).database())
  slowly(team, CALL_MS)
  const web = await team.node('web')
  for (let worker = 0; worker < workers; worker += 1) await team.node('worker', '--capacity', String(CAPACITY))
  const began = Date.now()
  await Promise.all(Array.from({ length: 8 }, () => begin(web.client, RUNS / 8)))
  await allDone(web, RUNS)
  const seconds = (Date.now() - began) / 1_000
  expect(await accountFor(`${workers} workers`, team, { seconds })).toMatchObject({ finished: RUNS, lost: 0 })
  return seconds
}

describe.skipIf(skipsChaos())('more workers', () => {
  test('scale: two do at least 1.8 times as much as one, and four 3.4 times', async () => {
    const [one, two, four] = [await secondsWith(1), await secondsWith(2), await secondsWith(4)]
    process.stdout.write(`scaling: ${JSON.stringify({ two: one / two, four: one / four })}\n`)
    expect(one / two).toBeGreaterThanOrEqual(1.8)
    expect(one / four).toBeGreaterThanOrEqual(3.4)
  })
})
