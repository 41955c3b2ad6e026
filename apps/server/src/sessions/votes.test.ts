import type { WireEvent } from '@convene/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { given, type Served, served, until } from '../server.fixture.ts'

let server: Served
let id: string
let whole: readonly WireEvent[]

beforeAll(async () => {
  server = await served()
  const { client } = server
  const goal = 'Should orders be kept in SQLite or in Postgres?'
  ;({ id } = given(
    await client.createSession({ goal, mode: 'panel', yes: true, interactive: false, limits: { maxTurns: 6 } }),
  ))
  await until(async () => given(await client.session({ id })).session.phase === 'completed')
  whole = given(await client.events({ id, limit: 5_000 })).items
})

afterAll(() => server.remove())

const optionsOf = (events: readonly WireEvent[]): readonly string[] =>
  events.flatMap(({ type, data }) => (type === 'decision.voted' ? [(data as { option: string }).option] : []))

test('votes of a committed decision are fully shown, however the log is paged', async () => {
  expect(optionsOf(whole).length).toBeGreaterThan(1)
  expect(optionsOf(whole)).not.toContain('')
  const paged: WireEvent[] = []
  for (let after: string | null = '0'; after !== null; ) {
    const page: { items: WireEvent[]; next: string | null } = given(
      await server.client.events({ id, after: Number(after), limit: 3 }),
    )
    paged.push(...page.items)
    after = page.next
  }
  expect(paged).toEqual(whole)
  const vote = whole.find(({ type }) => type === 'decision.voted')
  expect(given(await server.client.event({ id, seq: String(vote?.seq) }))).toEqual(vote)
  const before = Number(vote?.seq) + 1
  expect(given(await server.client.events({ id, tail: 1, before })).items).toEqual([vote])
})

test('a stream that starts before the commit shows them too', async () => {
  const vote = whole.find(({ type }) => type === 'decision.voted')
  const streamed: WireEvent[] = []
  const end = server.client.follow(id, Number(vote?.seq) - 1, { events: (events) => streamed.push(...events) })
  await until(() => streamed.at(-1)?.seq === whole.at(-1)?.seq)
  end()
  expect(streamed[0]).toEqual(vote)
})
