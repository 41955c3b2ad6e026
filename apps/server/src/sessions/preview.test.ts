import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { png } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { given, served, until } from '../server.fixture.ts'

describe('the estimate of a preview', () => {
  test('counts attached texts and pictures as the run does, and stores nothing', async () => {
    const other = await served()
    const { client } = other
    const text = given(
      await client.upload({ file: Buffer.from('Sessions live in Redis. '.repeat(2_000)), name: 'a.md' }),
    )
    const picture = given(await client.upload({ file: png(800, 600), name: 'b.png' }))
    const goal = { goal: 'Why?', mode: 'agent', seed: 1 }
    const inputs: number[] = []
    for (const attachments of [[], [text], [text, picture]]) {
      const { estimate } = given(await client.preview({ ...goal, attachments }))
      inputs.push(estimate.input)
      expect(existsSync(join(other.home, 'images'))).toBe(false)
      if (attachments.length < 2) continue
      const { id } = given(await client.createSession({ ...goal, attachments }))
      expect(given(await client.session({ id })).progress?.estimate).toEqual(estimate)
    }
    await other.remove()
    expect(inputs).toEqual(inputs.toSorted((one, other) => one - other))
    expect(new Set(inputs).size).toBe(3)
  })

  test('says if an attached file no longer exists', async () => {
    const other = await served()
    const preview = await other.client.preview({ goal: 'Why?', attachments: ['0'.repeat(64)] })
    await other.remove()
    expect(preview).toMatchObject({ ok: false, refusal: { code: 'unknown_file' } })
  })
})

test('a preview shows the limits that the run starts with', async () => {
  const other = await served()
  const { client } = other
  const limitsOf = async (wish: object) => {
    const { limits } = given(await client.preview({ mode: 'panel', ...wish }))
    return [limits.maxCalls, limits.maxTotalTokens, limits.maxTurns]
  }
  const decision = await limitsOf({ goal: 'Should we keep Redis or move to Postgres?' })
  const told = await limitsOf({ goal: 'Why?', settings: { protocol: 'decide' } })
  const { id } = given(await client.createSession({ goal: 'Why?', mode: 'panel', settings: { protocol: 'decide' } }))
  await until(async () => given(await client.session({ id })).session.asks > 0)
  const { items } = given(await client.events({ id, after: 0, limit: 500 }))
  await other.remove()
  const chosen = items.find(({ type }) => type === 'protocol.chosen')?.data
  expect(decision).toEqual([60, 500_000, null])
  expect(told).toEqual([60, 500_000, 6])
  expect(chosen).toMatchObject({ limits: { maxCalls: 60, maxTotalTokens: 500_000 } })
})

test('a session gets the team and estimate from its preview', async () => {
  const pool = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `local/${name}`)
  const local = { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' }
  const files = { 'config.json': JSON.stringify({ pool, providers: { local } }) }
  const other = await served({ files })
  const models = async (seed: number) => {
    const wish = { goal: 'Why?', agents: ['architect', 'security', 'qa', 'ux'], seed }
    const preview = given(await other.client.preview(wish))
    const { id } = given(await other.client.createSession(wish))
    const shown = given(await other.client.session({ id }))
    expect(shown.seats).toEqual(preview.seats)
    expect(shown.progress?.estimate).toEqual(preview.estimate)
    return shown.seats.map(({ model }) => model).join(' ')
  }
  const drawn = [await models(1), await models(2), await models(3)]
  await other.remove()
  expect(new Set(drawn).size).toBeGreaterThan(1)
})

test('a preview says that a decision has no debate if all panelists use one model', async () => {
  const local = { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' }
  const files = { 'config.json': JSON.stringify({ model: 'local/cedar', providers: { local } }) }
  const other = await served({ files })
  const warnings = async (goal: string, settings: { depth?: string } = {}) =>
    given(await other.client.preview({ goal, mode: 'panel', settings })).warnings
  const [decision, deep, discussion] = [
    await warnings('Should we keep Redis or move to Postgres?'),
    await warnings('Should we keep Redis or move to Postgres?', { depth: 'deep' }),
    await warnings('Why is the checkout slow?'),
  ]
  await other.remove()
  expect(decision.filter((warning) => warning.includes('they vote, they do not debate'))).toHaveLength(1)
  expect([...deep, ...discussion].filter((warning) => warning.includes('do not debate'))).toEqual([])
})
