import type { EffectKey, Fact, SessionId } from '@convene/domain'
import { fact } from '@convene/domain'
import { sampleRow, sessionNumber, stamped, userSays } from '@convene/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { databaseFixture } from '../database/database.fixture.ts'
import type { PostgresDatabase } from '../database/database.ts'
import { openPostgresStore, type PostgresStore } from '../open-store.ts'
import { prepareQueue } from '../work/queue.ts'

const fixture = await databaseFixture()
const operator = { id: 'operator', name: 'operator' }
const AT = Date.now()
const MONTH = new Date(AT).toISOString().slice(0, 7)

describe.skipIf(!fixture)("a space's budget", async () => {
  if (!fixture) return
  const database: PostgresDatabase = await fixture.opened()
  await prepareQueue(database)
  const store: PostgresStore = await openPostgresStore({ url: fixture.url, capacity: 0 })
  afterAll(() => store.close())
  let number = 0

  /** A session in a new space with this limit. */
  async function session(limitUsd: number | null): Promise<{ readonly id: SessionId; readonly space: string }> {
    number += 1
    const [id, space] = [sessionNumber(number), `space-${number}`]
    await store.accounts.createSpace({ id: space, name: space, fourEyes: false }, operator)
    await store.accounts.setBudget(space, limitUsd, operator)
    await store.log.inSpace(space).append(id, 0, stamped(id, 0, [userSays('x')]), sampleRow())
    return { id, space }
  }
  const key = (index: number) => `1/ada/say${index}.1` as EffectKey
  const reserve = (id: SessionId, index: number, costUsd: number | null) =>
    store.budgets.reserve({ session: id, effect: key(index), costUsd }).then((refusal) => refusal?.code ?? 'reserved')
  const stateOf = async (space: string) => {
    const { spentUsd, reservedUsd } = await store.accounts.budget(space, MONTH)
    return { spentUsd, reservedUsd }
  }
  async function append(id: SessionId, facts: readonly Fact[]): Promise<void> {
    const head = await store.log.head(id)
    await store.log.append(id, head, stamped(id, head, facts, AT), sampleRow())
  }
  const usage = (index: number, costUsd: number | null) =>
    fact('usage', { effect: key(index), attempt: 1, model: 'm', costUsd, ms: 1, input: 1, cached: 0, output: 1 })
  const replied = (index: number) =>
    fact('model.replied', { effect: key(index), text: '', calls: [], finish: 'stop', outcome: 'complete' })

  test('starts no call that could exceed it, however many ask for money at the same time', async () => {
    const { id, space } = await session(1)
    const asked = await Promise.all(Array.from({ length: 40 }, (_, index) => reserve(id, index, 0.15)))
    expect(asked.filter((how) => how === 'reserved')).toHaveLength(6)
    expect(await stateOf(space)).toEqual({ spentUsd: 0, reservedUsd: 0.9 })
    const first = asked.indexOf('reserved')
    await append(id, [replied(first), usage(first, 0.1)])
    expect(await stateOf(space)).toEqual({ spentUsd: 0.1, reservedUsd: 0.75 })
    expect([await reserve(id, 90, 0.16), await reserve(id, 91, 0.15)]).toEqual(['over_budget', 'reserved'])
  })

  test.each([
    ['an answer is billed at its cost', [replied(1), usage(1, 0.02)], 0.02],
    [
      'a lost call is billed at its estimated cost',
      [fact('effect.lost', { effect: key(1), uncertain: true }), usage(1, 0.3)],
      0.3,
    ],
    ['an aborted call releases its reservation', [fact('effect.aborted', { effect: key(1) })], 0],
    [
      'a failed call releases its reservation',
      [fact('model.failed', { effect: key(1), code: 'network', message: '', outcome: 'fail', retryable: false })],
      0,
    ],
  ])('%s, with its end in the log', async (_, facts, spentUsd) => {
    const { id, space } = await session(1)
    expect(await reserve(id, 1, 0.5)).toBe('reserved')
    await append(id, facts)
    expect(await stateOf(space)).toEqual({ spentUsd, reservedUsd: 0 })
  })

  test('counts what a provider bills above the reservation, and then starts no further call', async () => {
    const { id, space } = await session(0.5)
    expect(await reserve(id, 1, 0.5)).toBe('reserved')
    await append(id, [replied(1), usage(1, 0.6)])
    expect(await stateOf(space)).toEqual({ spentUsd: 0.6, reservedUsd: 0 })
    expect(await reserve(id, 2, 0.01)).toBe('over_budget')
  })

  test('a deleted session releases what its calls had reserved, and keeps what was spent', async () => {
    const { id, space } = await session(1)
    await reserve(id, 1, 0.5)
    await append(id, [usage(2, 0.2)])
    await store.log.remove(id)
    expect(await stateOf(space)).toEqual({ spentUsd: 0.2, reservedUsd: 0 })
  })

  test('the same call reserves once, however often it is repeated', async () => {
    const { id, space } = await session(1)
    for (const _ of [1, 2, 3]) expect(await reserve(id, 1, 0.5)).toBe('reserved')
    expect(await stateOf(space)).toEqual({ spentUsd: 0, reservedUsd: 0.5 })
  })

  test('a copy of a session pays nothing again, and a session without a budget is only counted', async () => {
    const { id, space } = await session(null)
    expect([await reserve(id, 1, 500), await reserve(id, 2, null)]).toEqual(['reserved', 'reserved'])
    await append(id, [replied(1), usage(1, 0.4)])
    const copy = sessionNumber(9_000)
    const events = (await store.log.read(id)).map((event) => ({ ...event, session: copy }))
    await store.log.inSpace(space).append(copy, 0, events, sampleRow())
    expect(await stateOf(space)).toEqual({ spentUsd: 0.4, reservedUsd: 0 })
  })

  test('a refusal says what is spent, and what to do', async () => {
    const { id, space } = await session(0.5)
    await append(id, [usage(1, 0.45)])
    const refusal = await store.budgets.reserve({ session: id, effect: key(2), costUsd: 0.1 })
    expect(refusal?.message).toContain(`The space "${space}" has a budget of $0.50 for ${MONTH}: $0.45 are spent`)
    expect(refusal?.message).toContain('An admin can raise the budget.')
    expect(await reserve(id, 3, null)).toBe('over_budget')
  })
})
