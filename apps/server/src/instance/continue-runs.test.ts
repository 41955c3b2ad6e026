import { emptySession, type SessionId } from '@convene/domain'
import { silentTelemetry } from '@convene/engine'
import type { Program } from '@convene/host'
import { pollingWork } from '@convene/store'
import {
  fakeClock,
  memoryEventLog,
  memoryOwnership,
  sampleRow,
  sessionNumber,
  stamped,
  userSays,
} from '@convene/testkit'
import { expect, test } from 'vitest'
import { until } from '../server.fixture.ts'
import { continueRuns } from './continue-runs.ts'

const settled = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** A program with three orphaned runs, one of which may be damaged or use an editor's models. */
async function cutOff(odd: { readonly damaged?: SessionId; readonly editors?: SessionId } = {}) {
  const log = memoryEventLog()
  for (const number of [1, 2, 3]) {
    const id = sessionNumber(number)
    await log.append(id, 0, stamped(id, 0, [userSays('Continue')]), sampleRow({ moves: true }))
  }
  const [resumed, turns]: [SessionId[], (() => void)[]] = [[], []]
  const run = { settings: { models: { 'vscode/gpt': {} } } }
  const engine = {
    async state(id: SessionId) {
      if (id === odd.damaged) throw new Error('damaged')
      return { ...emptySession(id), ...(id === odd.editors && { run }) }
    },
    async resume(id: SessionId) {
      resumed.push(id)
      return { where: 'here' }
    },
    rested: () => new Promise<void>((resolve) => turns.push(resolve)),
  }
  const ownership = memoryOwnership()
  const store = { log, ownership, work: pollingWork({ log, ownership, clock: fakeClock() }) }
  const program = {
    provided: {},
    store: async () => store,
    engine: async () => engine,
    telemetry: async () => silentTelemetry,
  } as unknown as Program
  return { program, resumed, end: () => turns.shift()?.() }
}

test('orphaned runs continue, no more at once than allowed', async () => {
  const { program, resumed, end } = await cutOff()
  const stop = continueRuns(program, 2)
  await until(() => resumed.length === 2)
  await settled()
  expect(resumed).toHaveLength(2)
  end()
  await until(() => resumed.length === 3)
  stop()
  expect(new Set(resumed)).toEqual(new Set([1, 2, 3].map(sessionNumber)))
})

test('a damaged run does not stop the others', async () => {
  const { program, resumed } = await cutOff({ damaged: sessionNumber(2) })
  const stop = continueRuns(program)
  await until(() => resumed.length === 2)
  stop()
  expect(resumed).not.toContain(sessionNumber(2))
})

test("a run with an editor's models is left to the editor", async () => {
  const { program, resumed } = await cutOff({ editors: sessionNumber(3) })
  const stop = continueRuns(program)
  await until(() => resumed.length === 2)
  await settled()
  stop()
  expect(resumed).not.toContain(sessionNumber(3))
})

test('no run is resumed after a stop, even if more were found', async () => {
  const { program, resumed, end } = await cutOff()
  const stop = continueRuns(program, 1)
  await until(() => resumed.length === 1)
  stop()
  end()
  await settled()
  expect(resumed).toHaveLength(1)
})
