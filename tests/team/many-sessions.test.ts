import { openPostgresStore } from '@convene/team'
import { sampleRow, sessionNumber, stamped, userSays } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { ownServer, skipsChaos } from './chaos.ts'

const SESSIONS = 100_000
const AT_ONCE = 1_000
const words = ['postgres', 'redis', 'queue', 'session', 'index', 'night', 'shop', 'order', 'price', 'stock']

const said = (number: number) =>
  `Should the ${words[number % 10]} of shop ${number} move, given the ${words[(number * 7) % 10]} and ticket T${number}?`

/** The maximum and the median of these, in milliseconds. */
async function timed(ask: () => Promise<readonly unknown[]>) {
  const found = (await ask()).length
  const times: number[] = []
  for (let turn = 0; turn < 15; turn += 1) {
    const began = performance.now()
    await ask()
    times.push(performance.now() - began)
  }
  const sorted = times.toSorted((one, other) => one - other)
  return { found, middleMs: Math.round(sorted[7] ?? 0), slowestMs: Math.round(sorted[14] ?? 0) }
}

describe.skipIf(skipsChaos())('100,000 sessions', () => {
  test('are listed and searched without reading all of them', async () => {
    const { log, database, close } = await openPostgresStore({
      url: await (await ownServer()).database(),
      capacity: 0,
    })
    for (let from = 1; from <= SESSIONS; from += AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) => {
          const number = from + index
          const session = sessionNumber(number)
          const row = sampleRow({
            title: `Shop ${number}`,
            goal: said(number),
            phase: number % 50 === 0 ? 'running' : 'completed',
            tags: number % 1_000 === 0 ? ['rare'] : ['usual'],
            updatedAt: number,
            createdAt: number,
            moves: false,
          })
          return log.append(session, 0, stamped(session, 0, [userSays(said(number))]), row)
        }),
      )
    await database.ask({ text: 'ANALYZE' })
    const page = { limit: 50 }
    const middle = { pinned: false, updatedAt: SESSIONS / 2, id: sessionNumber(SESSIONS / 2) }
    const asked: { readonly [name: string]: () => Promise<readonly unknown[]> } = {
      'first page': () => log.list(page),
      'page in the middle': () => log.list({ ...page, before: middle }),
      'by title': () => log.list({ ...page, sort: 'title' }),
      running: () => log.list({ ...page, state: 'running' }),
      'rare tag': () => log.list({ ...page, tag: 'rare' }),
      'rare word': () => log.list({ ...page, query: 'T77777' }),
      'two words': () => log.list({ ...page, query: 'redis T99991' }),
      'word in a tenth': () => log.list({ ...page, query: 'redis' }),
      'word in all': () => log.list({ ...page, query: 'shop' }),
      'part of an id': () => log.find(sessionNumber(77_777).slice(-6)),
    }
    const measured: Record<string, Awaited<ReturnType<typeof timed>>> = {}
    for (const [name, ask] of Object.entries(asked)) {
      measured[name] = await timed(ask)
      process.stdout.write(`${name}: ${JSON.stringify(measured[name])}\n`)
    }
    await close()
    // The goal is 50 ms on an idle machine.
    for (const [name, { found, middleMs }] of Object.entries(measured))
      expect({ name, found: found > 0, isBearable: middleMs < 500 }).toEqual({ name, found: true, isBearable: true })
  })
})
