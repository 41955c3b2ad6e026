import { describeWebhooks, sessionNumber } from '@convene/testkit'
import { beforeEach, describe, expect, test } from 'vitest'
import { databaseFixture } from '../database/database.fixture.ts'
import { postgresWebhooks } from './postgres-webhooks.ts'

const fixture = await databaseFixture()

const opened = async () => {
  const database = await fixture?.opened()
  if (!database) throw new Error('no database')
  return { database, mine: postgresWebhooks(database), theirs: postgresWebhooks(database) }
}

if (fixture)
  await describeWebhooks('Postgres', async () => {
    await fixture.empty()
    return { ...(await opened()), close: async () => {} }
  })

const url = 'https://example.com/in'

describe.skipIf(!fixture)('several servers with one webhook URL', () => {
  beforeEach(async () => fixture?.empty())

  test('let one of them post, until it gives up the URL or is silent for 6 s', async () => {
    const { database, mine, theirs } = await opened()
    const first = await Promise.all([mine.claim(url), theirs.claim(url)])
    expect(first.filter((held) => held !== undefined)).toEqual([6_000])
    const [holder, other] = first[0] === undefined ? [theirs, mine] : [mine, theirs]
    expect([await holder.claim(url), await other.claim(url)]).toEqual([6_000, undefined])
    expect(await other.claim(`${url}2`)).toBe(6_000)
    await other.release(url)
    expect(await other.claim(url)).toBeUndefined()
    await holder.release(url)
    expect(await other.claim(url)).toBe(6_000)
    await database.ask({ text: `UPDATE webhook_senders SET until = now() - interval '1 ms'` })
    expect([await holder.claim(url), await other.claim(url)]).toEqual([6_000, undefined])
  })

  test('do not go back to a position that a hanging server stores late', async () => {
    const { mine, theirs } = await opened()
    await mine.keepPlaces(url, new Map([[sessionNumber(1), 9]]))
    await theirs.keepPlaces(url, new Map([[sessionNumber(1), 3]]))
    expect(await mine.places(url)).toEqual(new Map([[sessionNumber(1), 9]]))
  })

  test('drop no other signature after many refused ones, and never forget one without a time', async () => {
    const { database, mine } = await opened()
    const many = (from: string, length: number) => Array.from({ length }, (_, number) => `${from}${number}`)
    await mine.remember(['once:a', ...many('old', 10), ...many('s', 9_990)])
    for (let times = 0; times < 20; times += 1) await mine.remember(many('s', 1_000))
    expect(await mine.remember(['old9'])).toEqual([])
    await mine.remember(many('t', 5_000))
    expect(await mine.remember(['once:a', 't4999', 's9989'])).toEqual([])
    const [row] = await database.ask<{ count: number }>({ text: 'SELECT count(*) FROM webhook_signatures' })
    expect(row?.count).toBeLessThan(10_010)
  })
})
