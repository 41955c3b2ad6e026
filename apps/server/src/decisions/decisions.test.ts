import { type Fact, fact, type RunId, type SessionId } from '@convene/domain'
import { runOf, sampleRow, stamped } from '@convene/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { given, type Served, served } from '../server.fixture.ts'

const id = '01KE0000000000000000000001' as SessionId
const run = { run: 'R1' as RunId }
const proposed = { decision: 'd1', topic: 'Which?', options: ['Rust', 'Go'], evidence: '', eligible: [], by: 'user' }
const committed = {
  decision: 'd1',
  option: 'Rust',
  how: 'majority' as const,
  votes: {},
  rationale: '',
  dissent: [],
  adr: '',
}
const facts: readonly Fact[] = [
  fact('session.created', { goal: 'Which?', workspace: '/w', title: 'Which?' }),
  fact('decision.proposed', { ...proposed, closesAt: null }, run),
  fact('decision.voted', { decision: 'd1', voter: 'user', option: 'Rust', reason: '' }, run),
  fact('decision.committed', committed, run),
]

let server: Served
beforeAll(async () => {
  server = await served()
  const { log } = await server.open.program.store()
  await log.append(id, 0, stamped(id, 0, facts), sampleRow())
})
afterAll(() => server.remove())

const resolve = (outcome?: string, decision = 'd1') =>
  server.client.command({ id, type: 'resolve', decision, ...(outcome !== undefined && { outcome }) })

test('a decision without an outcome is listed until it gets one', async () => {
  expect(given(await server.client.decisions({ unresolved: '1' })).items).toMatchObject([
    { session: id, decision: 'd1', chosen: 'Rust', votes: [{ voter: 'user', option: 'Rust' }], resolved: null },
  ])
  expect(given(await resolve('Rust')).notes).toEqual(['Recorded: “Rust” was right.'])
  expect(given(await server.client.decisions({ unresolved: '1' })).items).toEqual([])
  expect(given(await server.client.records({}))).toMatchObject({
    resolved: 1,
    teamRight: 1,
    models: [{ model: 'user' }],
  })
})

test("a rehearsal's decision is not listed for an outcome and accepts none", async () => {
  const other = '01KE0000000000000000000002' as SessionId
  const models = { 'rehearsal/offline': { price: null, context: null, rehearsal: true } }
  const { mode, team, settings, limits } = runOf({ seat: { model: 'rehearsal/offline' }, settings: { models } })
  const estimate = { calls: 1, input: 1, output: 1, costUsd: 0, minutes: 1 }
  const started = { number: 1, goal: 'Which?', takes: [], mode, team, settings, limits, estimate }
  const { log } = await server.open.program.store()
  const [created, ...rest] = facts
  const rehearsed = [created as Fact, fact('run.started', started, run), ...rest]
  await log.append(other, 0, stamped(other, 0, rehearsed), sampleRow())
  expect(given(await server.client.decisions({})).items).toContainEqual(
    expect.objectContaining({ session: other, isRehearsal: true }),
  )
  expect(given(await server.client.decisions({ unresolved: '1' })).items).toEqual([])
  const said = await server.client.command({ id: other, type: 'resolve', decision: 'd1', outcome: 'Rust' })
  expect(said).toMatchObject({ ok: false, refusal: { code: 'rehearsal' } })
})

test('an outcome can be withdrawn, and a wrong one is refused with the options', async () => {
  given(await resolve())
  expect(given(await server.client.records({})).resolved).toBe(0)
  expect(await resolve('C++')).toMatchObject({ ok: false, refusal: { code: 'unknown_option' } })
  expect(await resolve('Rust', 'constructor')).toMatchObject({ ok: false, refusal: { code: 'decision_not_found' } })
})
