import { expect, test } from 'vitest'
import { decided } from './decide-cast.ts'
import { looking, lookingStage, splitLines } from './experiment-cast.ts'

/** Kills the process at one append, before or after it is stored, and starts another one. */
async function killedAt(append: number, kill: 'kill before' | 'kill after') {
  const { stage, ran } = lookingStage(splitLines)
  let appends = 0
  Object.defineProperty(stage.world, 'beforeAppend', {
    value: () => {
      appends += 1
      if (appends === append) stage.world.nextAppend = kill
    },
  })
  void stage.create(looking())
  await stage.untilRest()
  const wasKilled = !stage.process.alive
  if (wasKilled) await stage.restart()
  await stage.untilRest()
  return { stage, ran, wasKilled }
}

test.each(['kill before', 'kill after'] as const)(
  'a decision with an experiment survives a %s each of its appends, and looks at most once',
  async (kill) => {
    let kills = 0
    for (let append = 2; ; append++) {
      const { stage, ran, wasKilled } = await killedAt(append, kill)
      if (!wasKilled) break
      kills += 1
      expect(ran.length, `append ${append}`).toBeLessThanOrEqual(1)
      expect(decided(stage)?.option, `append ${append}`).toBeDefined()
      const finished = stage.events.filter(({ type }) => type === 'experiment.finished')
      expect(finished.length, `append ${append}`).toBeLessThanOrEqual(1)
      expect(stage.world.violations, `append ${append}`).toEqual([])
    }
    expect(kills).toBeGreaterThanOrEqual(10)
  },
)
