import { startModelServer } from '@convene/testkit'
import { expect, test } from 'vitest'
import { newPlace, settingsFor } from './launch.ts'

test('8 processes run sessions on one new database, and all of them complete', async () => {
  const server = await startModelServer()
  const place = newPlace()
  place.settings(settingsFor(server))
  const runs = Array.from({ length: 8 }, (_, index) =>
    place.convene('run', `Goal ${index}`, '--agents', 'coder,tester'),
  )
  const ended = await Promise.all(runs)
  expect(ended.map(({ code, stderr }) => (code === 0 ? 0 : stderr))).toEqual(Array(8).fill(0))
  const { stdout } = await place.convene('sessions', '--json', '--state', 'completed')
  expect(JSON.parse(stdout)).toHaveLength(8)
  await server.close()
  place.remove()
})
