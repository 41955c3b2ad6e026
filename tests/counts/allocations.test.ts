import { getHeapStatistics } from 'node:v8'
import type { SessionId } from '@convene/domain'
import type { Engine } from '@convene/engine'
import { runOf, temporaryFolder } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { added, asked, followUp, modelThatCalls, opened } from './scripted-run.ts'

/** Everything this thread has ever allocated, whether or not it was collected. */
const allocated = () => (getHeapStatistics() as unknown as { total_allocated_bytes: number }).total_allocated_bytes

async function turns(count: number, engine: Engine, session: SessionId): Promise<void> {
  for (let turn = 0; turn < count; turn++) await followUp(engine, session)
}

/** With a small window, a long conversation would be compacted. */
const run = runOf({ settings: { models: { 'alpha/one': { price: { input: 1, output: 2 }, context: 1_000_000 } } } })

describe('bytes allocated by a turn', () => {
  test('do not grow with the conversation, and stay below one megabyte', async () => {
    using folder = temporaryFolder()
    await opened(folder.path, modelThatCalls(0), async ({ engine }) => {
      const session = await asked(engine, run)
      const ofTurns = () => added(allocated, () => turns(10, engine, session))
      await turns(60, engine, session)
      // Other work on this thread counts as well, such as leftovers of an earlier test file. The minimum is the turns'
      // own.
      const early = Math.min(await ofTurns(), await ofTurns(), await ofTurns())
      await turns(300, engine, session)
      let late = await ofTurns()
      for (let more = 0; more < 9 && late >= early; more++) late = Math.min(late, await ofTurns())
      // Copying one list of messages with each event adds another 50 %.
      expect(late / early).toBeLessThan(1.2)
      expect(late / 10).toBeLessThan(2 ** 20)
    })
  })
})
