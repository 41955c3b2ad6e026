import { answerAsk, findApproval } from '@convene/host'
import { type ModelServer, on, startModelServer } from '@convene/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { given, type Served, served, until } from '../server.fixture.ts'

let models: ModelServer
let server: Served

beforeEach(async () => {
  models = await startModelServer()
  const local = { type: 'openai-compatible', baseURL: `${models.url}/v1` }
  const settings = { model: 'local/scripted', providers: { local }, permissions: { read: 'ask' } }
  server = await served({ files: { 'config.json': JSON.stringify(settings) } })
})

afterEach(async () => {
  await server.remove()
  await models.close()
})

/** Starts a run whose agent wants to read `count` files in one reply, and returns the ids that GET lists. */
async function asking(count: number): Promise<readonly string[]> {
  const calls = Array.from({ length: count }, (_, index) => ({ name: 'read', input: { path: `${index}.txt` } }))
  models.script([on({ agent: 'Coder' }, { calls }, { text: 'Done here.' })])
  const { id } = given(await server.client.createSession({ goal: 'Read files.', agents: ['coder'] }))
  const items = await until(async () => {
    const pending = given(await server.client.approvals()).items.filter(({ session }) => session === id)
    return pending.length === count && pending
  })
  return items.map((item) => item.id)
}

const pendingIds = async () => given(await server.client.approvals()).items.map(({ id }) => id)

/** The call as any program would make it, with the id in the URL unchanged. */
const post = (id: string) =>
  server.fetch(`/api/approvals/${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ answer: 'once' }),
  })

const ALLOWED = 'Already allowed in another window or terminal.'

describe('with ten calls in one reply', () => {
  test('answering the first one again does not approve another', async () => {
    const ids = await asking(10)
    const [first = ''] = ids.filter((id) => id.endsWith('c1-1'))
    expect((await post(first)).status).toBe(200)
    const again = await post(first)
    expect([again.status, await again.json()]).toMatchObject([
      409,
      { error: { code: 'already_answered', message: ALLOWED } },
    ])
    expect(new Set(await pendingIds())).toEqual(new Set(ids.filter((id) => id !== first)))
  })

  test('a partial id answers nothing', async () => {
    const ids = await asking(2)
    const [id = ''] = ids
    const parts = [id.slice(0, -1), id.slice(18), id.slice(0, 26), 'c1-1', id.toLowerCase(), `${id}0`, `x${id}`]
    for (const part of parts) expect([part, (await post(part)).status]).toEqual([part, 404])
    expect(new Set(await pendingIds())).toEqual(new Set(ids))
  })
})

test('an id can be used in a URL exactly as GET returns it', async () => {
  const [id = ''] = await asking(1)
  expect(encodeURIComponent(id)).toBe(id)
  expect((await post(id)).status).toBe(200)
})

test('if two people see it pending, the first answer counts, and the second is refused', async () => {
  const [id = ''] = await asking(1)
  const { program } = server.open
  const seen = await Promise.all([findApproval(program, id), findApproval(program, id)])
  const answers = ['once', 'deny'] as const
  const told = await Promise.all(
    seen.map((one, at) => answerAsk(program, given(one), { answer: answers[at] ?? 'deny' })),
  )
  expect(told).toMatchObject([{ ok: true }, { ok: false, refusal: { code: 'already_answered', message: ALLOWED } }])
  const events = given(await server.client.events({ id: id.slice(0, 26), type: 'permission.answered' })).items
  expect(events.map(({ data }) => data)).toMatchObject([{ answer: 'once' }])
})

test('an answer reads only its own session', async () => {
  const [theirs = ''] = await asking(1)
  const [mine = ''] = await asking(1)
  const { log } = await server.open.program.store()
  const read: string[] = []
  const { read: reads, snapshot } = log
  Object.assign(log, {
    read: (...given: Parameters<typeof reads>) => {
      read.push(given[0])
      return reads(...given)
    },
    snapshot: (...given: Parameters<typeof snapshot>) => {
      read.push(given[0])
      return snapshot(...given)
    },
  })
  expect((await post(mine)).status).toBe(200)
  expect(new Set(read)).not.toContain(theirs.slice(0, 26))
})
