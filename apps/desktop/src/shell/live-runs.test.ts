import { writeFileSync } from 'node:fs'
import type { SessionId } from '@convene/domain'
import { openProgram, type Program } from '@convene/host'
import { createApp } from '@convene/server'
import { type ModelServer, startModelServer, type TemporaryFolder, temporaryFolder } from '@convene/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isRunning, pauseRuns, untilRested } from './live-runs.ts'

const within = { interval: 20 }

let models: ModelServer
let folder: TemporaryFolder
let opened: ReturnType<typeof openProgram>
let program: Program

beforeEach(async () => {
  models = await startModelServer()
  folder = temporaryFolder()
  const providers = { local: { type: 'openai-compatible', baseURL: `${models.url}/v1` } }
  writeFileSync(folder.file('config.json'), JSON.stringify({ model: 'local/scripted', providers }))
  opened = openProgram({ home: folder.path, workspace: folder.path, environment: {}, version: '0' })
  program = opened.program
})

afterEach(async () => {
  await opened.close()
  await models.close()
  folder[Symbol.dispose]()
})

/** A run whose model answers when the test allows it. */
async function startRun() {
  const held = Promise.withResolvers<void>()
  models.script(async () => {
    await held.promise
    return { text: 'Done.' }
  })
  const app = createApp({ program })
  const response = await app.fetch(
    new Request('http://convene.invalid/api/sessions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ goal: 'Why?', agents: ['ux'] }),
    }),
  )
  app.close()
  const { id } = (await response.json()) as { id: string }
  await models.until(({ requests }) => requests.length === 1)
  const phase = async () => (await (await program.store()).log.list({ limit: 10 })).find((row) => row.id === id)?.phase
  return { letGo: held.resolve, phase }
}

test('quitting with a pause leaves the run paused for the next start', async () => {
  const { letGo, phase } = await startRun()
  await pauseRuns(program, () => undefined)
  expect(await phase()).toBe('paused')
  letGo()
})

test('closing alone pauses nothing: the run continues, a notice says so, and the exit waits for it', async () => {
  const { letGo, phase } = await startRun()
  const notices: string[] = []
  let isOver = false
  const over = untilRested(program, (text) => notices.push(text)).then(() => {
    isOver = true
  })
  await expect.poll(() => notices, within).toEqual([expect.stringMatching(/^1 run continues in the background/u)])
  expect(await phase()).not.toBe('paused')
  expect(isOver).toBe(false)
  letGo()
  await over
  expect(await phase()).toBe('completed')
})

test('runs of another process are neither paused nor waited for', async () => {
  const { letGo, phase } = await startRun()
  const other = openProgram({ home: folder.path, workspace: folder.path, environment: {}, version: '0' })
  expect([await isRunning(program), await isRunning(other.program)]).toEqual([true, false])
  await pauseRuns(other.program, () => undefined)
  await untilRested(other.program, () => undefined)
  await other.close()
  expect(await phase()).not.toBe('paused')
  letGo()
  await untilRested(program, () => undefined)
  expect(await phase()).toBe('completed')
})

test('without running work there is nothing to say or wait for', async () => {
  const notices: string[] = []
  await untilRested(program, (text) => notices.push(text))
  await pauseRuns(program, (text) => notices.push(text))
  expect(notices).toEqual([])
})

/** Two runs in this process. The first one's log is no longer writable, so it stops with an error. */
function withFailingRun() {
  const [failing, sound] = ['failing', 'sound'] as unknown as [SessionId, SessionId]
  const live = new Set([failing, sound])
  const ending = Promise.withResolvers<void>()
  const whenGone = async (session: SessionId) => {
    if (session === sound) await ending.promise
    live.delete(session)
    if (session === failing) throw new Error('the disk is full')
  }
  const engine = { here: () => [...live], rested: whenGone, send: whenGone }
  return { program: { engine: async () => engine } as unknown as Program, live, sound, end: ending.resolve }
}

test('a run that fails in the background does not affect the others: the exit waits for them', async () => {
  const { program: failing, live, sound, end } = withFailingRun()
  const over = untilRested(failing, () => undefined).then(() => [...live])
  const early = expect.poll(() => [...live], within).toEqual([sound])
  expect(await Promise.race([over, early.then(() => 'waits')])).toBe('waits')
  end()
  expect(await over).toEqual([])
})

test('a run that cannot be paused does not keep others from pausing, and a notice says so', async () => {
  const { program: failing, live, end } = withFailingRun()
  const notices: string[] = []
  const over = pauseRuns(failing, (text) => notices.push(text)).then(() => [...live])
  end()
  expect(await over).toEqual([])
  expect(notices).toEqual([expect.stringMatching(/^1 run could not be paused/u)])
})
