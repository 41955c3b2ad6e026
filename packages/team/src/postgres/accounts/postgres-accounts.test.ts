import { describe, expect, test } from 'vitest'
import type { SpaceRole } from '../../accounts/account/role.ts'
import { databaseFixture } from '../database/database.fixture.ts'
import { postgresAccounts } from './postgres-accounts.ts'

const fixture = await databaseFixture()
const DAY = 86_400_000
const operator = { id: 'operator', name: 'operator' }

describe.skipIf(!fixture)('accounts in Postgres', async () => {
  const database = await fixture?.opened()
  if (!database) return
  let at = Date.UTC(2026, 10, 16)
  const accounts = postgresAccounts({ database, now: () => at })
  let counter = 0
  const hash = () => `hash-${++counter}`

  async function newSpace() {
    const id = `space-${++counter}`
    await accounts.createSpace({ id, name: id, fourEyes: false }, operator)
    return id
  }
  async function member(space: string, role: SpaceRole, name = 'Ana') {
    const person = await accounts.createPerson({ name, email: null }, operator)
    await accounts.setRole({ space, person: person.id, role }, operator)
    return person
  }

  test('a token works in its space until it expires, is revoked, or its owner leaves', async () => {
    const space = await newSpace()
    const ana = await member(space, 'member')
    await member(space, 'admin', 'Ben')
    const make = async (expiresAt: number | null = null) => {
      const secret = hash()
      const { id } = await accounts.createToken({ hash: secret, name: 'laptop', person: ana.id, space, expiresAt }, ana)
      return { secret, id }
    }
    const [lasting, short, revoked] = [await make(), await make(at + DAY), await make()]
    const caller = { person: { id: ana.id, name: 'Ana' }, space, role: 'member', for: 'everything' }
    for (const { secret } of [lasting, short, revoked]) expect(await accounts.callerByToken(secret)).toEqual(caller)
    expect(await accounts.callerByToken('hash-of-nobody')).toBeUndefined()
    expect(await accounts.revokeToken(revoked.id, 'somebody-else', operator)).toBe(false)
    expect(await accounts.revokeToken(revoked.id, ana.id, ana)).toBe(true)
    expect(await accounts.callerByToken(revoked.secret)).toBeUndefined()
    at += DAY
    expect(await accounts.callerByToken(short.secret)).toBeUndefined()
    expect((await accounts.tokens(ana.id)).map(({ id }) => id)).toEqual([lasting.id])
    await accounts.removeMember({ space, person: ana.id }, operator)
    expect(await accounts.callerByToken(lasting.secret)).toBeUndefined()
  })

  test("a login ends after 7 idle days, at its end, or on logout, and shows only the user's own spaces", async () => {
    const [space, other] = [await newSpace(), await newSpace()]
    const ana = await member(space, 'viewer')
    const [used, idle, out] = [hash(), hash(), hash()]
    for (const each of [used, idle, out])
      await accounts.createLogin({ hash: each, person: ana.id, space, expiresAt: at + 30 * DAY })
    expect(await accounts.switchSpace(used, other)).toBe(false)
    await accounts.setRole({ space: other, person: ana.id, role: 'admin' }, operator)
    expect(await accounts.switchSpace(used, other)).toBe(true)
    expect(await accounts.callerByLogin(used)).toMatchObject({ space: other, role: 'admin' })
    await accounts.endLogin(out)
    expect(await accounts.callerByLogin(out)).toBeUndefined()
    for (let day = 0; day < 29; day += 4) {
      expect(await accounts.callerByLogin(used)).toBeDefined()
      at += 4 * DAY
    }
    expect(await accounts.callerByLogin(idle)).toBeUndefined()
    expect(await accounts.callerByLogin(used)).toBeUndefined()
  })

  test('a one-time secret works once, even if many use it at the same time', async () => {
    const secret = { hash: hash(), purpose: 'first-admin', data: 'x', expiresAt: at + 1 }
    await accounts.keepOneTime(secret)
    expect(await accounts.takeOneTime(secret.hash, 'another purpose')).toBeUndefined()
    const taken = await Promise.all(Array.from({ length: 8 }, () => accounts.takeOneTime(secret.hash, 'first-admin')))
    expect(taken.filter((data) => data === 'x')).toHaveLength(1)
    const late = { ...secret, hash: hash() }
    await accounts.keepOneTime(late)
    at += 1
    expect(await accounts.takeOneTime(late.hash, 'first-admin')).toBeUndefined()
  })

  test('groups assign and remove roles, but not those an admin assigned, and the same e-mail is not the same user', async () => {
    const [space, other, third] = [await newSpace(), await newSpace(), await newSpace()]
    const identity = { issuer: 'https://id.example', subject: 's1', name: 'Ana', email: 'ana@example.com' }
    const ana = await accounts.signIn({
      ...identity,
      roles: new Map<string, SpaceRole>([
        [space, 'member'],
        ['nowhere', 'admin'],
      ]),
    })
    await accounts.setRole({ space: other, person: ana.id, role: 'approver' }, operator)
    const again = await accounts.signIn({
      ...identity,
      name: 'Ana B.',
      roles: new Map<string, SpaceRole>([
        [third, 'viewer'],
        [other, 'viewer'],
      ]),
    })
    expect(again).toEqual({ id: ana.id, name: 'Ana B.', email: 'ana@example.com' })
    expect((await accounts.spacesOf(ana.id)).map(({ id, role }) => [id, role])).toEqual([
      [other, 'approver'],
      [third, 'viewer'],
    ])
    const stranger = await accounts.signIn({ ...identity, issuer: 'https://evil.example', roles: new Map() })
    expect(stranger.id).not.toBe(ana.id)
    expect(await accounts.spacesOf(stranger.id)).toEqual([])
  })

  test('a role from groups ends 30 days after the last login, with its tokens, and one assigned by hand does not', async () => {
    const space = await newSpace()
    const identity = {
      issuer: 'https://id.example',
      name: 'Ana',
      email: null,
      roles: new Map([[space, 'member' as const]]),
    }
    const [ana, ben, cat] = [
      await accounts.signIn({ ...identity, subject: 'leaves' }),
      await accounts.signIn({ ...identity, subject: 'logs in again' }),
      await accounts.signIn({ ...identity, subject: 'has a role by hand' }),
    ]
    await accounts.setRole({ space, person: cat.id, role: 'viewer' }, operator)
    const tokens = [ana, ben, cat].map(({ id }) => ({
      hash: hash(),
      name: 'laptop',
      person: id,
      space,
      expiresAt: null,
    }))
    for (const token of tokens) await accounts.createToken(token, operator)
    const valid = async () => {
      const callers = await Promise.all(tokens.map((token) => accounts.callerByToken(token.hash)))
      return callers.map((caller) => caller !== undefined)
    }
    at += 29 * DAY
    expect(await valid()).toEqual([true, true, true])
    await accounts.signIn({ ...identity, subject: 'logs in again' })
    at += DAY
    expect(await valid()).toEqual([false, true, true])
    // Somebody who was only away is back with their next login.
    await accounts.signIn({ ...identity, subject: 'leaves' })
    expect(await valid()).toEqual([true, true, true])
  })

  test("a login never removes the only admin's role, and the audit says so", async () => {
    const [space, other] = [await newSpace(), await newSpace()]
    const identity = { issuer: 'https://id.example', subject: 'only admin', name: 'Ana', email: null }
    const admin = new Map<string, SpaceRole>([
      [space, 'admin'],
      [other, 'admin'],
    ])
    const ana = await accounts.signIn({ ...identity, roles: admin })
    const roles = async () => (await accounts.spacesOf(ana.id)).map(({ id, role }) => [id, role])
    for (const next of [new Map<string, SpaceRole>(), new Map<string, SpaceRole>([[space, 'viewer']])]) {
      await accounts.signIn({ ...identity, roles: next })
      expect(await roles()).toEqual([...admin])
    }
    expect(await accounts.audit({ space, limit: 1 })).toMatchObject([{ action: 'member.kept', target: ana.id }])
    for (const each of [space, other]) await member(each, 'admin', 'Ben')
    await accounts.signIn({ ...identity, roles: new Map([[space, 'viewer']]) })
    expect(await roles()).toEqual([[space, 'viewer']])
  })

  test('a space keeps an admin, even if the last two leave at the same time', async () => {
    const space = await newSpace()
    const people = [await member(space, 'admin'), await member(space, 'admin')]
    const left = await Promise.all(people.map(({ id }) => accounts.removeMember({ space, person: id }, operator)))
    expect(left.toSorted()).toEqual(['done', 'last admin'])
    const [last] = await accounts.members(space)
    expect(await accounts.setRole({ space, person: last?.person.id ?? '', role: 'viewer' }, operator)).toBe(
      'last admin',
    )
  })

  test('the audit says who did what, and cannot be changed', async () => {
    const space = await newSpace()
    const ana = await member(space, 'admin')
    await accounts.setBudget(space, 12.5, ana)
    const entries = await accounts.audit({ space, limit: 10 })
    expect(entries.map(({ action, by, details }) => [action, by.name, details])).toEqual([
      ['budget.changed', 'Ana', '12.5 USD per month'],
      ['member.changed', 'operator', 'admin'],
      ['space.created', 'operator', `${space}, four eyes off`],
    ])
    expect(await accounts.audit({ space, limit: 1, before: entries[1]?.id ?? 0 })).toMatchObject([
      { action: 'space.created' },
    ])
    for (const text of [`UPDATE audit SET details = ''`, 'DELETE FROM audit', 'TRUNCATE audit'])
      await expect(database.once(({ run }) => run({ text }))).rejects.toThrow('append-only')
    expect(await accounts.audit({ space, limit: 10 })).toEqual(entries)
  })

  test('a change that cannot be recorded does not happen', async () => {
    const space = await newSpace()
    const nobody = { id: null, name: 'x' } as never
    await expect(accounts.setBudget(space, 5, nobody)).rejects.toThrow()
    expect(await accounts.budget(space, '2026-11')).toMatchObject({ limitUsd: null })
  })

  test('a transaction sees the rows of its space, and a connection without a space sees nothing', async () => {
    const [one, two] = [await newSpace(), await newSpace()]
    for (const space of [one, two]) await member(space, 'viewer')
    const seen = { text: 'SELECT DISTINCT space FROM members' }
    expect(await database.inSpace(one, ({ run }) => run(seen))).toEqual([{ space: one }])
    const unset = await database.once(async ({ run }) => {
      await run({ text: 'RESET convene.space' })
      await run({ text: `SET convene.space = ''` })
      return run(seen)
    })
    expect(unset).toEqual([])
    const foreign = {
      text: `INSERT INTO members SELECT $1, person, 'admin', false FROM members LIMIT 1`,
      values: [two],
    }
    await expect(database.inSpace(one, ({ run }) => run(foreign))).rejects.toThrow('row-level security')
  })
})
