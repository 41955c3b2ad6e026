import type { Event } from '@convene/domain'
import { openStore } from '@convene/store'
import { faultNamed, type ModelServer, on, startModelServer } from '@convene/testkit'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Launched, newPlace, settingsFor, type TestFolders } from './launch.ts'

let models: ModelServer
let place: TestFolders

beforeEach(async () => {
  models = await startModelServer()
  place = newPlace()
})

afterEach(async () => {
  await models.close()
  place.remove()
})

async function serve(): Promise<Launched> {
  const launched = place.launch(['serve', '--port', '0'])
  onTestFinished(() => void launched.child.kill('SIGKILL'))
  await launched.says('/open?token=')
  return launched
}

/** The only session as stored, and the types of its events. */
async function stored() {
  const { log, close } = openStore(place.home)
  const [row] = await log.list({})
  const events = row ? await log.read(row.id) : []
  await close()
  return { row, types: events.map(({ type }) => type) }
}

async function until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Starts a run, kills its server with -9 once it waits, and starts the next one after the wait is over. */
async function killedWhileWaiting(agent: string, waits: Event['type']): Promise<void> {
  const server = await serve()
  expect((await place.convene('run', 'Make a file', '--detach', '--agents', agent)).code).toBe(0)
  const wakeAt = await until(async () => {
    const { row, types } = await stored()
    return types.includes(waits) && (row?.wakeAt ?? undefined)
  })
  server.child.kill('SIGKILL')
  await server.ended
  await until(async () => Date.now() > wakeAt)
  await serve()
}

test('a run that was waiting for a rate limit when its server was killed calls again after the next start', async () => {
  const limited = faultNamed('retry-after-seconds')
  if (!limited) throw new Error('no such fault')
  place.settings(settingsFor(models))
  models.script([on({}, limited, { text: 'Done.' })])
  await killedWhileWaiting('ux', 'model.failed')
  const { types } = await until(async () => {
    const now = await stored()
    return now.row?.phase === 'completed' && now
  })
  expect(models.requests).toHaveLength(2)
  expect(types.filter((type) => type === 'effect.lost')).toEqual([])
})

test('an approval that expired while no server ran is denied after the next start, and the run ends', async () => {
  place.settings({ ...(settingsFor(models) as object), approvals: { expire: 0.1 } })
  const touch = { calls: [{ name: 'bash', input: { command: 'touch made.txt' } }] }
  models.script([on({ agent: 'Coder' }, touch, { text: 'Not made.' })])
  await killedWhileWaiting('coder', 'permission.asked')
  const { types } = await until(async () => {
    const now = await stored()
    return now.row?.phase === 'completed' && now
  })
  expect(types).toContain('timer.fired')
  expect(models.requests).toHaveLength(2)
})
