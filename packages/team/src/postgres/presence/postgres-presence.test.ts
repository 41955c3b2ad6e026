import { type Fact, fact, type SessionId } from '@convene/domain'
import { sampleRow, sessionNumber, stamped } from '@convene/testkit'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { SignedInCaller } from '../../accounts/account/account.ts'
import { databaseFixture } from '../database/database.fixture.ts'
import { openPostgresStore, type PostgresStore } from '../open-store.ts'
import { prepareQueue } from '../work/queue.ts'
import { postgresPresence } from './postgres-presence.ts'

const fixture = await databaseFixture()
const operator = { id: 'operator', name: 'operator' }

describe.skipIf(!fixture)('users who work together', async () => {
  if (!fixture) return
  const database = await fixture.opened()
  await prepareQueue(database)
  const store: PostgresStore = await openPostgresStore({ url: fixture.url, capacity: 0 })
  afterAll(() => store.close())
  let at = 1_000_000
  const together = postgresPresence({ database, now: () => at })
  let number = 0
  let space = ''
  beforeEach(async () => {
    number += 1
    space = `space-${number}`
    await store.accounts.createSpace({ id: space, name: space, fourEyes: false }, operator)
  })

  async function member(name: string, more: { isProgram?: boolean; in?: string } = {}): Promise<SignedInCaller> {
    const { id } = await store.accounts.createPerson({ name, email: null, ...more }, operator)
    const where = more.in ?? space
    await store.accounts.setRole({ space: where, person: id, role: 'viewer' }, operator)
    return { person: { id, name }, space: where, role: 'viewer' }
  }
  const said = ({ person }: SignedInCaller, text: string): Fact => ({
    ...fact('message', { author: 'user', role: 'user', kind: 'user', text } as never),
    person,
  })
  let sessions = 0
  async function session(...facts: readonly Fact[]): Promise<SessionId> {
    sessions += 1
    const id = sessionNumber(sessions)
    await store.log.inSpace(space).append(id, 0, stamped(id, 0, facts), sampleRow({ title: `About ${sessions}` }))
    return id
  }
  const heard = async (who: SignedInCaller) =>
    (await together.mentions(who)).map(({ by, text }) => `${by.name}: ${text}`)
  const seen = async (who: SignedInCaller, id: SessionId) => (await together.look(who, id)).map(({ name }) => name)

  test('each see who else is viewing the same session, until half a minute after they left', async () => {
    const [ana, ben, eve] = [await member('Ana'), await member('Ben'), await member('Eve')]
    const [one, other] = [await session(said(ana, 'x')), await session(said(ana, 'y'))]
    expect(await seen(ana, one)).toEqual([])
    expect([await seen(ben, one), await seen(eve, other), await seen(ana, one)]).toEqual([['Ana'], [], ['Ben']])
    at += 29_000
    expect(await seen(ana, one)).toEqual(['Ben'])
    at += 2_000
    expect(await seen(ana, one)).toEqual([])
    await together.look(ben, one)
    await together.leave(ben, one)
    expect(await seen(ana, one)).toEqual([])
  })

  test('cannot view a session of another space, and no query there shows who does', async () => {
    const ana = await member('Ana')
    const id = await session(said(ana, 'x'))
    await together.look(ana, id)
    const eve = await member('Eve', { in: 'main' })
    await expect(together.look(eve, id)).rejects.toThrow()
    expect(await seen(ana, id)).toEqual([])
    for (const table of ['watching', 'mentions'])
      expect(await database.inSpace('main', ({ run }) => run({ text: `SELECT * FROM ${table}` }))).toEqual([])
  })

  test('are mentioned if somebody writes their name after an @, until they have looked', async () => {
    const [ana, ben, miller] = [await member('Ana'), await member('Ben'), await member('Dr. Jo Miller-Ost')]
    const id = await session(said(ana, 'Please look, @ben: @BENNY cannot. @Dr. Jo Miller-Ost, too.'))
    expect([await heard(ana), (await heard(ben)).length, (await heard(miller)).length]).toEqual([[], 1, 1])
    expect(await together.mentions(ben)).toMatchObject([
      { session: id, seq: 1, by: ana.person, title: `About ${sessions}` },
    ])
    await together.look(ben, id)
    expect([await heard(ben), (await heard(miller)).length]).toEqual([[], 1])
  })

  test('may have names with any characters, and none of them breaks a message', async () => {
    const ana = await member('Ana')
    const names = ['José Ñandú', '李雷', "O'Neill (ops) [x", 'a\\b*+?', '@@@', "x'; DROP TABLE mentions; --"]
    const people = await Promise.all(names.map((name) => member(name)))
    await session(said(ana, names.map((name) => `@${name}`).join(' and \0')))
    const found = await Promise.all(people.map(async (who) => (await heard(who)).length))
    expect(found).toEqual([1, 1, 1, 1, 0, 1])
  })

  test('are not mentioned by agents, programs, other spaces, copies of a session or themselves', async () => {
    const [ana, ben] = [await member('Ana'), await member('Ben')]
    const [program, eve] = [await member('CI', { isProgram: true }), await member('Eve', { in: 'main' })]
    const agent = fact('message', { author: 'coder', role: 'member', kind: 'argument', text: '@Ben' } as never)
    await session(agent, said(ana, '@Ana @CI @Eve'))
    for (const who of [ana, ben, program, eve]) expect(await heard(who)).toEqual([])
    const id = await session(said(ana, 'First.'))
    await store.log.append(id, 1, stamped(id, 1, [said(ana, '@Ben, second.')]), sampleRow())
    expect(await heard(ben)).toEqual(['Ana: @Ben, second.'])
    const copy = sessionNumber(9_000 + number)
    const events = (await store.log.read(id)).map((event) => ({ ...event, session: copy }))
    await store.log.inSpace(space).append(copy, 0, events, sampleRow())
    expect(await heard(ben)).toHaveLength(1)
    await store.log.remove(id)
    expect(await heard(ben)).toEqual([])
  })
})
