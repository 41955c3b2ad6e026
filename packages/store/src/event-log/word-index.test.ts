import { sampleRow, sessionNumber, stamped, temporaryFolder, userSays } from '@convene/testkit'
import { expect, test } from 'vitest'
import { openStore } from '../open-store.ts'

test('long messages are indexed in parts, and every word is found', async () => {
  using folder = temporaryFolder()
  const { log, close } = openStore(folder.path)
  const session = sessionNumber(1)
  for (let at = 0; at < 20; at++) {
    const text = userSays(`${'word '.repeat(20_000)} needle${at}.`)
    await log.append(session, at, stamped(session, at, [text]), sampleRow({}))
  }
  const before = log.commits
  for (const at of [0, 10, 19]) expect(await log.list({ query: `needle${at}` })).toHaveLength(1)
  expect(log.commits - before).toBeGreaterThanOrEqual(10)
  await close()
})

test('closing a store while it indexes words causes no error', async () => {
  using folder = temporaryFolder()
  const { log, close } = openStore(folder.path)
  const session = sessionNumber(1)
  const texts = Array.from({ length: 250 }, (_, at) => userSays(`${'word '.repeat(1_000)} needle${at}.`))
  await log.append(session, 0, stamped(session, 0, texts), sampleRow({}))
  await close()
  const again = openStore(folder.path)
  expect(await again.log.list({ query: 'needle249' })).toHaveLength(1)
  await again.close()
})
