import { type Client, createClient, httpHost } from '@convene/protocol'
import { openStore } from '@convene/store'
import { type ModelServer, startModelServer } from '@convene/testkit'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Launched, newPlace, settingsFor, type TestFolders, until } from './launch.ts'

const RUNS = 40
let models: ModelServer
let place: TestFolders
/** Calls wait here until it opens. */
let gate: PromiseWithResolvers<void>

beforeEach(async () => {
  gate = Promise.withResolvers<void>()
  models = await startModelServer()
  place = newPlace()
  place.settings(settingsFor(models))
})

afterEach(async () => {
  gate.resolve()
  await models.close()
  place.remove()
})

type Serving = { readonly launched: Launched; readonly client: Client }

async function serve(): Promise<Serving> {
  const launched = place.launch(['serve', '--port', '0'])
  onTestFinished(() => void launched.child.kill('SIGKILL'))
  let printed = ''
  launched.child.stdout?.on('data', (text: string) => {
    printed += text
  })
  const link = await until(() => /^(http:\S+)\n/mu.exec(printed)?.[1])
  const { origin, searchParams } = new URL(link)
  return { launched, client: createClient(httpHost({ base: origin, token: searchParams.get('token') ?? '' })) }
}

/** Runs of two calls each, with the first under way. */
async function underWay(count: number): Promise<Serving> {
  models.script(async ({ number }) => {
    await gate.promise
    return { text: `Answer ${number}.` }
  })
  const serving = await serve()
  const run = { goal: 'Compare', agents: ['architect', 'ux'], mode: 'sequential' }
  for (let number = 0; number < count; number++)
    expect(await serving.client.createSession(run)).toMatchObject({ ok: true })
  await models.until(({ requests }) => requests.length === count)
  return serving
}

const completed = async (client: Client): Promise<number> => {
  const listed = await client.sessions({ state: 'completed', limit: 100 })
  return listed.ok ? listed.value.items.length : 0
}

/** How often each event type was stored, over all sessions. */
async function storedTypes(): Promise<(type: string) => number> {
  const { log, close } = openStore(place.home)
  const sessions = await log.list({})
  const events = (await Promise.all(sessions.map(({ id }) => log.read(id)))).flat()
  await close()
  return (type) => events.filter((event) => event.type === type).length
}

test('a server that is stopped finishes the calls of 40 runs, and the next one repeats none of them', async () => {
  place.settings({ ...(settingsFor(models) as object), server: { stopGrace: 600 } })
  const { launched } = await underWay(RUNS)
  launched.child.kill('SIGTERM')
  await launched.says(`Finishing calls in ${RUNS} sessions`)
  const next = await serve()
  gate.resolve()
  expect((await launched.ended).code).toBe(0)
  await until(async () => (await completed(next.client)) === RUNS)
  expect([models.requests.length, models.aborted.length]).toEqual([2 * RUNS, 0])
  const stored = await storedTypes()
  expect({ replied: stored('model.replied'), lost: stored('effect.lost'), finished: stored('run.finished') }).toEqual({
    replied: 2 * RUNS,
    lost: 0,
    finished: RUNS,
  })
})

test('a call that outlasts the grace period is aborted, and repeated once by the next server', async () => {
  place.settings({ ...(settingsFor(models) as object), server: { stopGrace: 0.2 } })
  const { launched } = await underWay(1)
  launched.child.kill('SIGTERM')
  expect((await launched.ended).code).toBe(0)
  gate.resolve()
  const next = await serve()
  await until(async () => (await completed(next.client)) === 1)
  expect(models.requests).toHaveLength(3)
  expect((await storedTypes())('effect.lost')).toBe(1)
})

test('a second signal ends a server at once', async () => {
  const { launched } = await underWay(1)
  launched.child.kill('SIGTERM')
  await launched.says('Finishing calls in 1 session,')
  launched.child.kill('SIGTERM')
  expect((await launched.ended).code).toBe(0)
  expect(models.requests).toHaveLength(1)
})
