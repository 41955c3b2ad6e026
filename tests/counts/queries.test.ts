import { StatementSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { given, type Served, served, until } from '../../apps/server/src/server.fixture.ts'

/** Counts, not times: a query per session in a list is fast with two sessions, and slow with ten thousand. */

let server: Served
let first: string

beforeAll(async () => {
  server = await served()
  first = await begun()
})
afterAll(() => server.remove())

async function begun(): Promise<string> {
  const { id } = given(await server.client.createSession({ goal: 'Where do orders go?', agents: ['architect'] }))
  await until(async () => given(await server.client.session({ id })).session.phase === 'completed')
  return id
}

const methods = ['all', 'get', 'iterate'] as const
const originals = methods.map((name) => [name, StatementSync.prototype[name]] as const)

afterEach(() => {
  for (const [name, original] of originals) Object.assign(StatementSync.prototype, { [name]: original })
})

/** The polls for changes by other processes, and for sessions that could continue. */
const isPoll = (query: string): boolean => /^PRAGMA|wake_at <= \?|moves = \?|FROM owners/u.test(query)

/** The queries that a request makes, without the polls, which belong to no request. */
async function queriesOf(request: () => Promise<unknown>): Promise<readonly string[]> {
  const queries: string[] = []
  for (const [name, original] of originals)
    Object.assign(StatementSync.prototype, {
      [name](this: StatementSync, ...values: never[]) {
        if (!isPoll(this.sourceSQL)) queries.push(this.sourceSQL)
        return (original as (...values: never[]) => unknown).apply(this, values)
      },
    })
  await request()
  return queries
}

describe('the number of queries of a request', () => {
  test('is one for the session list, however many sessions there are', async () => {
    const list = async () => given(await server.client.sessions({}))
    expect(await queriesOf(list)).toHaveLength(1)
    for (let more = 0; more < 3; more++) await begun()
    expect(await queriesOf(list)).toHaveLength(1)
  })

  test("does not grow with a session's length", async () => {
    const session = async () => given(await server.client.session({ id: first }))
    const before = await queriesOf(session)
    expect(before.length).toBeLessThanOrEqual(6)
    const { seq } = given(await server.client.session({ id: first })).session
    given(await server.client.command({ id: first, type: 'message', text: 'And then?' }))
    await until(async () => given(await server.client.session({ id: first })).session.seq > seq + 5)
    expect((await queriesOf(session)).length).toBeLessThanOrEqual(before.length)
  })

  test('is small for a page of events', async () => {
    const page = async () => given(await server.client.events({ id: first, limit: 100 }))
    expect((await queriesOf(page)).length).toBeLessThanOrEqual(4)
  })
})
