import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { given, type Served, served, until } from '../server.fixture.ts'

let server: Served
let id: string
type Item = { readonly seq: number; readonly type: string; readonly agent?: string; readonly at: string }
type Page = { readonly items: readonly Item[]; readonly next: string | null }
let all: readonly Item[]

beforeAll(async () => {
  server = await served()
  const { client } = server
  ;({ id } = given(await client.createSession({ goal: 'Where do orders go?', agents: ['architect', 'security'] })))
  await until(async () => given(await client.session({ id })).session.phase === 'completed')
  all = given(await client.events({ id, limit: 5_000 })).items
})

afterAll(() => server.remove())

const seqs = (items: readonly { readonly seq: number }[]) => items.map(({ seq }) => seq)
const asked = async (filter: object) => seqs(given(await server.client.events({ id, ...filter })).items)

describe("a session's events", () => {
  test('can be filtered by type, by several types, and by agent', async () => {
    const messages = all.filter(({ type }) => type === 'message')
    expect(messages.length).toBeGreaterThan(2)
    expect(await asked({ type: 'message' })).toEqual(seqs(messages))
    const both = all.filter(({ type }) => ['message', 'run.finished'].includes(type))
    expect(await asked({ type: 'message, run.finished' })).toEqual(seqs(both))
    const mine = all.filter(({ agent }) => agent === 'security')
    expect(await asked({ agent: 'security' })).toEqual(expect.arrayContaining(seqs(mine)))
    expect(await asked({ agent: 'nobody' })).toEqual([])
    expect(await asked({ step: 'S1' })).toEqual([])
  })

  test('can be filtered by time, both ends included', async () => {
    const [first, last] = [all[0]?.at ?? '', all.at(-1)?.at ?? '']
    expect(await asked({ since: first, until: last, limit: 5_000 })).toEqual(seqs(all))
    expect(await asked({ since: new Date(Date.parse(last) + 1).toISOString() })).toEqual([])
    expect(await asked({ until: new Date(Date.parse(first) - 1).toISOString() })).toEqual([])
  })

  test('come in pages without gaps, forwards and backwards, with and without a filter', async () => {
    for (const filter of [{}, { type: 'message' }, { agent: 'security' }]) {
      const whole = await asked({ ...filter, limit: 5_000 })
      const forwards: number[] = []
      for (let after: string | null = '0'; after !== null; ) {
        const page: Page = given(await server.client.events({ id, ...filter, after: Number(after), limit: 2 }))
        forwards.push(...seqs(page.items))
        after = page.next
      }
      expect(forwards).toEqual(whole)
      const backwards: number[] = []
      for (let before: string | null = String(all.length + 1); before !== null; ) {
        const page: Page = given(await server.client.events({ id, ...filter, before: Number(before), tail: 2 }))
        backwards.unshift(...seqs(page.items))
        before = page.next
      }
      expect(backwards).toEqual(whole)
    }
  })

  test('are filtered in a stream too, and skipped events advance the position', async () => {
    const abort = new AbortController()
    const response = await server.fetch(`/api/sessions/${id}/events?type=run.finished`, {
      headers: { authorization: `Bearer ${server.token}`, accept: 'text/event-stream' },
      signal: abort.signal,
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes(`id: ${all.length}\n`)) text += (await reader?.read())?.value ?? ''
    abort.abort()
    const finished = all.filter(({ type }) => type === 'run.finished')
    expect(text.match(/^data: /gmu)).toHaveLength(finished.length)
    expect(text).toContain('"type":"run.finished"')
  })

  test.each([
    ['type=mesage', 'Did you mean \\"message\\"?'],
    ['since=yesterday', 'since'],
    ['agnet=security', 'Unknown query parameter \\"agnet\\". Known: after, limit'],
    ['type=message&type=warning', 'occurs twice'],
  ])('are refused for %s, as a list and as a stream', async (query, says) => {
    for (const accept of ['application/json', 'text/event-stream']) {
      const response = await server.fetch(`/api/sessions/${id}/events?${query}`, {
        headers: { authorization: `Bearer ${server.token}`, accept },
      })
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(says)])
    }
  })
})

describe('a call with an unknown part', () => {
  const send = (method: string, path: string, body?: object) =>
    server.fetch(path, {
      method,
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })

  test.each([
    ['POST', '/api/sessions', { goal: 'x', teem: 'balanced-panel' }, 'Unknown field \\"teem\\"'],
    ['POST', '/api/preview', { limits: { maxTurns: 3, maxTurn: 3 } }, 'maxTurn'],
    ['POST', '/api/preview', { attachments: [{ hash: 'a'.repeat(64), name: 'x', sise: 1 }] }, 'attachments[0].sise'],
    ['GET', '/api/sessions?stat=active', undefined, 'Unknown query parameter \\"stat\\"'],
    ['GET', '/api/approvals?limit=1', undefined, 'Unknown query parameter \\"limit\\". Known: none.'],
  ])('%s %s is refused, and named', async (method, path, body, says) => {
    const response = await send(method, path, body)
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(says)])
  })

  test('a command is refused, and the session stays as it was', async () => {
    const response = await send('POST', `/api/sessions/${id}/commands`, { type: 'message', text: 'x', too: 'security' })
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('\\"too\\"')])
    expect(given(await server.client.session({ id })).session.seq).toBe(all.length)
  })
})
