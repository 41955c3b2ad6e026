import { emptySession, type SessionId } from '@convene/domain'
import type { Program } from '@convene/host'
import { memoryEventLog, memoryOwnership, sampleRow, sessionNumber, stamped, userSays } from '@convene/testkit'
import { expect, test } from 'vitest'
import { until } from '../server.fixture.ts'
import { resumeCutRuns } from './resume-cut.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A program with three orphaned runs, whose engine is slow. */
async function cutOff() {
  const log = memoryEventLog()
  for (const number of [1, 2, 3]) {
    const id = sessionNumber(number)
    await log.append(id, 0, stamped(id, 0, [userSays('Continue')]), sampleRow())
  }
  const resumed: SessionId[] = []
  const turns: (() => void)[] = []
  const engine = {
    state: async (id: SessionId) => emptySession(id),
    resume: (id: SessionId) => {
      resumed.push(id)
      return new Promise<void>((resolve) => turns.push(resolve))
    },
  }
  const store = { log, ownership: memoryOwnership() }
  const program = { provided: {}, store: async () => store, engine: async () => engine } as unknown as Program
  return { program, resumed, goOn: () => turns.shift()?.() }
}

test('orphaned runs continue, one after another', async () => {
  const { program, resumed, goOn } = await cutOff()
  const stop = resumeCutRuns(program)
  for (const count of [1, 2, 3]) {
    await until(() => resumed.length === count)
    goOn()
  }
  stop()
  expect(new Set(resumed)).toEqual(new Set([1, 2, 3].map(sessionNumber)))
})

test('none is resumed after a stop, even if more were found', async () => {
  const { program, resumed, goOn } = await cutOff()
  const stop = resumeCutRuns(program)
  await until(() => resumed.length === 1)
  stop()
  goOn()
  await settled()
  expect(resumed).toHaveLength(1)
})
