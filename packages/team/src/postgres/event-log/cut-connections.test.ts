import { setTimeout as pause } from 'node:timers/promises'
import { LogConflict, StorageFailure } from '@convene/engine'
import { sampleRow, sessionNumber, stamped, userSays } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { databaseFixture } from '../database/database.fixture.ts'
import { proxyTo } from '../database/proxy.fixture.ts'
import { postgresEventLog } from './postgres-event-log.ts'

const fixture = await databaseFixture()
const session = sessionNumber(1)
const says = (at: number, text: string) => stamped(session, at, [userSays(text)])

/** A log behind a network that can be cut, and another log with a direct connection. */
async function cutOff({ answerMs = 5_000, patienceMs = 10_000 } = {}) {
  if (!fixture) throw new Error('there is no Postgres')
  await fixture.empty()
  const proxy = await proxyTo(fixture.url)
  const far = await fixture.opened({ url: proxy.url, answerMs, patienceMs })
  const log = await postgresEventLog({ database: far, patienceMs })
  const beside = await postgresEventLog({ database: await fixture.opened() })
  onTestFinished(async () => {
    proxy.stall(false)
    await Promise.all([log.close(), beside.close()])
    await proxy.close()
  })
  return { proxy, log, beside }
}

describe.skipIf(!fixture)('with a broken connection, the log', () => {
  test('stores a hundred commits once each, cut off before or after they arrive, without a conflict', async () => {
    const { proxy, log, beside } = await cutOff()
    for (let at = 0; at < 100; at += 1) {
      proxy.cutNext(at % 3 === 0 ? 'before' : 'after')
      await log.append(session, at, says(at, `number ${at}`), sampleRow())
    }
    expect(proxy.cuts).toBe(100)
    const texts = (await beside.read(session)).map((event) => event.type === 'message' && event.data.text)
    expect(texts).toEqual(Array.from({ length: 100 }, (_, at) => `number ${at}`))
  })

  test('creates a session once if the answer to its commit is lost', async () => {
    const { proxy, log } = await cutOff()
    proxy.cutNext('after')
    await log.append(session, 0, says(0, 'Hello'), sampleRow())
    expect(await log.head(session)).toBe(1)
  })

  test('still reports a conflict with what another process stored first', async () => {
    const { proxy, log, beside } = await cutOff()
    await log.append(session, 0, says(0, 'Hello'), sampleRow())
    proxy.cutNext('before')
    proxy.refuse(true)
    const late = log.append(session, 1, says(1, 'mine'), sampleRow()).catch((error: unknown) => error)
    await beside.append(session, 1, says(1, 'theirs'), sampleRow())
    proxy.refuse(false)
    expect(await late).toBeInstanceOf(LogConflict)
    expect(await beside.head(session)).toBe(2)
  })

  test('does not store an append twice that is repeated after an uncertain failure', async () => {
    const { proxy, log } = await cutOff({ patienceMs: 100 })
    const events = says(0, 'Hello')
    proxy.cutNext('after')
    proxy.refuse(true)
    await expect(log.append(session, 0, events, sampleRow())).rejects.toMatchObject({ code: 'unreachable' })
    proxy.refuse(false)
    const again = () => log.append(session, 0, events, sampleRow()).catch((error: StorageFailure) => error.code)
    await expect.poll(again).toBeUndefined()
    expect(await log.read(session)).toHaveLength(1)
  })

  test('delivers commits once that were waiting in a stalled network', async () => {
    const { proxy, log, beside } = await cutOff({ answerMs: 300 })
    await log.append(session, 0, says(0, 'Hello'), sampleRow())
    proxy.stall(true)
    const stored = log.append(session, 1, says(1, 'slow'), sampleRow())
    await pause(1_000)
    proxy.stall(false)
    await stored
    expect(await beside.head(session)).toBe(2)
  })

  test('rings watchers once the connection is back', async () => {
    const { proxy, log, beside } = await cutOff()
    const rung = new Promise<void>((resolve) => void log.watch(() => resolve()))
    proxy.refuse(true)
    proxy.cutAll()
    await beside.append(session, 0, says(0, 'Hello'), sampleRow())
    proxy.refuse(false)
    await rung
    expect(await log.head(session)).toBe(1)
  })

  test('reports a database that stays down in a sentence without the password', async () => {
    const { proxy, log } = await cutOff({ patienceMs: 100 })
    proxy.refuse(true)
    proxy.cutAll()
    const error = await log.append(session, 0, says(0, 'Hello'), sampleRow()).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(StorageFailure)
    expect(String(error)).toMatch(/The database at 127\.0\.0\.1:\d+ does not answer/)
    expect(String(error)).not.toContain(new URL(proxy.url).password)
  })
})
