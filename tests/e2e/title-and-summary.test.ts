import { type ModelServer, on, startModelServer } from '@convene/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPlace, settingsFor, type TestFolders } from './launch.ts'

let server: ModelServer
let place: TestFolders

beforeAll(async () => {
  server = await startModelServer()
  place = newPlace()
  place.settings({ ...(settingsFor(server) as object), titles: 'agent' })
  server.script([
    on({ heading: 'Title' }, { text: '"Slow queue found."' }),
    on({ heading: 'Summary' }, { text: 'Asked for the bottleneck. It is the queue.' }),
    on({ agent: 'Coder' }, { text: 'The queue is the bottleneck.' }),
  ])
})

afterAll(async () => {
  await server.close()
  place.remove()
})

test('a session is named by the title agent after its first run, and summed up on request', async () => {
  const ran = await place.convene('run', 'Where is the bottleneck, and why?', '--agents', 'coder')
  expect([ran.code, ran.stdout]).toEqual([0, 'The queue is the bottleneck.\n'])
  const titles = async () =>
    JSON.parse((await place.convene('sessions', '--json')).stdout).map(({ title }: { title: string }) => title)
  expect(await titles()).toEqual(['Slow queue found'])

  const summary = await place.convene('sessions', 'summary', 'last')
  expect([summary.code, summary.stdout]).toEqual([0, 'Asked for the bottleneck. It is the queue.\n'])
  const asked = JSON.stringify(server.requests.at(-1))
  expect(asked).toContain('Where is the bottleneck, and why?')
  expect(asked).toContain('The queue is the bottleneck.')

  await place.convene('run', 'And what now?', '--session', 'last')
  expect(await titles()).toEqual(['Slow queue found'])
  expect(server.requests.filter((request) => JSON.stringify(request).includes('# Title'))).toHaveLength(1)
})
