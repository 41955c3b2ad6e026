import { type Fact, fact, type SessionId } from '@convene/domain'
import type { EventLog, SessionQuery, SessionRow } from '@convene/engine'
import type { Contract } from '../contract/describe-contract.ts'
import type { LogFixture } from './log-fixture.ts'
import { decided, sampleRow, sessionNumber, stamped, userSays } from './sample-events.ts'

async function begin(log: EventLog, number: number, change: Partial<SessionRow>, text = 'Hello'): Promise<SessionId> {
  const session = sessionNumber(number)
  await log.append(session, 0, stamped(session, 0, [userSays(text)]), sampleRow({ updatedAt: number, ...change }))
  return session
}

const ids = async (log: EventLog, query: SessionQuery) => (await log.list(query)).map(({ id }) => id)

/** Sessions can be found: by their properties, by their text, by part of an id, by time. */
export const findings: Contract<LogFixture> = {
  'lists the row of the newest append': async ({ log }, expect) => {
    const row = sampleRow({
      costUsd: 0.25,
      tags: ['a', 'ü'],
      pinned: true,
      order: 1.5,
      wakeAt: 5,
      asks: 2,
      moves: true,
    })
    const session = await begin(log, 1, {})
    await log.append(session, 1, stamped(session, 1, [userSays('More')]), row)
    expect(await log.list({})).toEqual([{ ...row, id: session, seq: 2 }])
  },
  'lists pinned sessions first, then the newest': async ({ log }, expect) => {
    const [old, pinned, recent] = [
      await begin(log, 1, {}),
      await begin(log, 2, { pinned: true }),
      await begin(log, 3, {}),
    ]
    expect(await ids(log, {})).toEqual([pinned, recent, old])
    expect(await ids(log, { limit: 2 })).toEqual([pinned, recent])
  },
  'pages through the list without gaps or duplicates, even if many changed at the same moment': async (
    { log },
    expect,
  ) => {
    for (const number of [1, 2, 3, 4, 5, 6, 7])
      await begin(log, number, { pinned: number < 4, updatedAt: number === 7 ? 9 : 5 })
    const whole = await ids(log, {})
    for (const limit of [1, 2, 3, 5]) {
      const paged: string[] = []
      for (let page = await log.list({ limit }); page.length > 0; ) {
        paged.push(...page.map(({ id }) => id))
        const last = page.at(-1)
        page = last ? await log.list({ limit, before: last }) : []
      }
      expect(paged).toEqual(whole)
    }
  },
  'filters by state, team and workspace, also combined': async ({ log }, expect) => {
    const one = await begin(log, 1, { phase: 'paused', team: 'duo', workspace: '/a' })
    const two = await begin(log, 2, { phase: 'paused', team: 'trio', workspace: '/a' })
    await begin(log, 3, { phase: 'running', team: 'duo', workspace: '/a b' })
    expect(await ids(log, { state: 'paused' })).toEqual([two, one])
    expect(await ids(log, { state: 'paused', team: 'duo' })).toEqual([one])
    expect(await ids(log, { workspace: '/a', team: 'trio', query: 'hello', limit: 5 })).toEqual([two])
    expect(await ids(log, { state: "' OR 1=1 --" })).toEqual([])
  },
  'filters by exact tag': async ({ log }, expect) => {
    const tagged = await begin(log, 1, { tags: ['storage', 'a "b"'] })
    await begin(log, 2, { tags: ['storage-old'] })
    expect(await ids(log, { tag: 'storage' })).toEqual([tagged])
    expect(await ids(log, { exceptTag: 'storage' })).not.toContain(tagged)
    expect(await ids(log, { exceptTag: 'storage' })).toHaveLength(1)
    expect(await ids(log, { tag: 'a "b"' })).toEqual([tagged])
    expect(await ids(log, { tag: 'stor%' })).toEqual([])
  },
  'sorts by change, creation, title, cost, tokens or the user’s order, pinned first in each': async (
    { log },
    expect,
  ) => {
    const one = await begin(log, 1, { title: 'beta', createdAt: 30, costUsd: 2, tokens: 5, order: 2 })
    const two = await begin(log, 2, { title: 'Alpha', createdAt: 10, costUsd: null, tokens: 9, order: null })
    const three = await begin(log, 3, { title: 'gamma', createdAt: 20, costUsd: 3, tokens: 7, order: 1.5 })
    const four = await begin(log, 4, { title: 'zeta', createdAt: 1, costUsd: 0, tokens: 0, pinned: true })
    expect(await ids(log, { sort: 'changed' })).toEqual([four, three, two, one])
    expect(await ids(log, { sort: 'created' })).toEqual([four, one, three, two])
    expect(await ids(log, { sort: 'title' })).toEqual([four, two, one, three])
    expect(await ids(log, { sort: 'cost' })).toEqual([four, three, one, two])
    expect(await ids(log, { sort: 'tokens' })).toEqual([four, two, three, one])
    expect(await ids(log, { sort: 'order' })).toEqual([four, three, one, two])
    expect(await ids(log, { sort: 'order', limit: 2 })).toEqual([four, three])
  },
  'filters sessions that wait for the user, and those with a run in progress': async ({ log }, expect) => {
    const asks = await begin(log, 1, { phase: 'running', asks: 1 })
    const works = await begin(log, 2, { phase: 'debating' })
    for (const [index, phase] of ['idle', 'paused', 'completed', 'cancelled', 'failed'].entries())
      await begin(log, 3 + index, { phase })
    expect(await ids(log, { waiting: true })).toEqual([asks])
    expect(await ids(log, { active: true })).toEqual([works, asks])
  },
  'filters sessions that move, and by id': async ({ log }, expect) => {
    const moves = await begin(log, 1, { moves: true })
    const rests = await begin(log, 2, { moves: true })
    await log.append(rests, 1, stamped(rests, 1, [userSays('Done')]), sampleRow({ moves: false, updatedAt: 3 }))
    const other = await begin(log, 4, { moves: true })
    expect(await ids(log, { moving: true })).toEqual([other, moves])
    expect(await ids(log, { ids: [moves, rests, sessionNumber(9)] })).toEqual([rests, moves])
    expect(await ids(log, { moving: true, ids: [moves, rests] })).toEqual([moves])
    expect(await ids(log, { ids: [] })).toEqual([])
  },
  'finds sessions by words in messages, goals and titles': async ({ log }, expect) => {
    const said = await begin(log, 1, {}, 'We roll back the Datenbank-Änderung at noon.')
    const goal = await begin(log, 2, { goal: 'Choose a database' })
    const title = await begin(log, 3, { title: 'Café prices' })
    expect(await ids(log, { query: 'ROLL noon' })).toEqual([said])
    expect(await ids(log, { query: 'anderung' })).toEqual([said])
    expect(await ids(log, { query: 'datenbank-änd' })).toEqual([said])
    expect(await ids(log, { query: 'data' })).toEqual([goal])
    expect(await ids(log, { query: 'cafe' })).toEqual([title])
    expect(await ids(log, { query: 'roll cafe' })).toEqual([])
    expect(await ids(log, { query: '  ' })).toHaveLength(3)
  },
  'says where the newest matching message is, and nothing if only the title matches': async ({ log }, expect) => {
    const session = await begin(log, 1, { title: 'Kites' }, 'A zebra.')
    const place = async (query: string) => (await log.list({ query }))[0]?.found
    await log.append(session, 1, stamped(session, 1, [userSays('Two zebras.'), userSays('And a lion.')]), sampleRow({}))
    await log.append(session, 3, stamped(session, 3, [userSays('Done.')]), sampleRow({ title: 'Kites' }))
    expect(await place('zebra')).toEqual({ from: 2, to: 3 })
    expect(await place('done')).toEqual({ from: 4, to: 4 })
    expect(await place('kites')).toBeUndefined()
    expect((await log.list({}))[0]?.found).toBeUndefined()
  },
  'finds a session by its new title and no longer by the old one': async ({ log }, expect) => {
    const session = await begin(log, 1, { title: 'Zebra' })
    const renamed = stamped(session, 1, [fact('session.updated', { title: 'Giraffe' })])
    await log.append(session, 1, renamed, sampleRow({ title: 'Giraffe' }))
    expect(await ids(log, { query: 'giraffe' })).toEqual([session])
    expect(await ids(log, { query: 'zebra' })).toEqual([])
  },
  'treats every query as words, whatever characters it contains': async ({ log }, expect) => {
    await begin(log, 1, {}, 'near or not and col text')
    const hostile = [
      '"',
      '*',
      '""',
      'NEAR(',
      'a"b',
      'NOT',
      'OR OR',
      'col:x',
      '-x',
      '^near',
      '(',
      '{',
      "'",
      '\\',
      '%',
      '\0',
      ';--',
    ]
    for (const query of hostile) expect(await log.list({ query })).toBeInstanceOf(Array)
    expect(await ids(log, { query: '"' })).toEqual([])
    expect(await ids(log, { query: 'NEAR NOT' })).toHaveLength(1)
  },
  'finds ids by a part in either case, newest first, ten at most': async ({ log }, expect) => {
    for (let number = 1; number <= 12; number += 1) await begin(log, number, { createdAt: number })
    expect(await log.find('00012')).toEqual([sessionNumber(12)])
    expect(await log.find('jsample')).toHaveLength(10)
    expect((await log.find('SAMPLE'))[0]).toBe(sessionNumber(12))
    expect(await log.find('%')).toEqual([])
    expect(await log.find('_')).toEqual([])
  },
  'lists due sessions, longest-waiting first': async ({ log }, expect) => {
    await begin(log, 1, { wakeAt: 50 })
    await begin(log, 2, { wakeAt: 20 })
    await begin(log, 3, { wakeAt: 51 })
    const done = await begin(log, 4, { wakeAt: 10 })
    await log.append(done, 1, stamped(done, 1, [userSays('Done')]), sampleRow({ wakeAt: null }))
    expect(await log.due(50)).toEqual([sessionNumber(2), sessionNumber(1)])
    expect(await log.due(19)).toEqual([])
  },
  'lists decisions of all sessions with their newest outcome': async ({ log, other }, expect) => {
    const [first, second] = [sessionNumber(1), sessionNumber(2)]
    await log.append(first, 0, stamped(first, 0, decided('Rust')), sampleRow())
    await log.append(second, 0, stamped(second, 0, decided('Go')), sampleRow())
    const chosen = async () =>
      (await other.decisions()).map((each) => [each.session, each.chosen, each.resolved?.option])
    const nothing = undefined
    expect(await chosen()).toEqual([
      [first, 'Rust', nothing],
      [second, 'Go', nothing],
    ])
    const tell = (at: number, outcome: 'option' | 'withdrawn', option?: string) =>
      log.append(first, at, stamped(first, at, [resolved(outcome, option)]), sampleRow())
    await tell(2, 'option', 'Rust')
    await tell(3, 'option', 'Go')
    expect((await chosen())[0]).toEqual([first, 'Rust', 'Go'])
    await tell(4, 'withdrawn')
    expect((await chosen())[0]).toEqual([first, 'Rust', nothing])
    await log.remove(first)
    expect(await chosen()).toEqual([[second, 'Go', nothing]])
  },
}

const resolved = (outcome: 'option' | 'withdrawn', option?: string): Fact =>
  fact('decision.resolved', { decision: 'd1', run: 'R1', outcome, by: 'user', ...(option && { option }) })
