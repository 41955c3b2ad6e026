import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setCookie } from '../../apps/server/src/security/guard.ts'
import { agentTokenOf, pageKeyOf } from '../../apps/server/src/security/proof.ts'
import { type Served, served } from '../../apps/server/src/server.fixture.ts'

let server: Served
beforeAll(async () => {
  server = await served()
})
afterAll(() => server.remove())

const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

/** With `node:http`, because `fetch` sets some of these headers itself. */
const post = (headers: Record<string, string>, body = PING, path = '/mcp'): Promise<number> =>
  new Promise((resolve, reject) => {
    const usual = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const asked = request({
      port: server.port,
      host: '127.0.0.1',
      agent: false,
      path,
      method: 'POST',
      headers: { ...usual, ...headers },
    })
    asked.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    asked.on('error', reject)
    asked.end(body)
  })

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('the token gives access, and so does the agent token', async () => {
  expect(await post(bearer(server.token))).toBe(200)
  expect(await post(bearer(agentTokenOf(server.token)))).toBe(200)
})

test('the agent token gives access to nothing else, so it cannot answer approvals', async () => {
  const own = bearer(agentTokenOf(server.token))
  expect(await post(own, '{"answer":"once"}', '/api/approvals/x')).toBe(401)
  for (const path of ['/api/status', '/api/approvals', '/api/sessions', '/', '/mcp/'])
    expect((await server.fetch(path, { headers: own })).status).toBe(401)
})

test.each([
  ['no token', () => ({})],
  ['a wrong token', () => bearer('x'.repeat(43))],
  ['the page key as a token', () => bearer(pageKeyOf(server.token))],
  [
    'only the cookie, which browsers send by themselves',
    () => ({ cookie: setCookie(server.token, `http://127.0.0.1:${server.port}`).split(';')[0] }),
  ],
])('%s is refused', async (_, headers) => {
  expect(await post(headers() as Record<string, string>)).toBe(401)
})

test.each([
  ['page of another site', { origin: 'http://evil.example' }],
  ['request that a browser sends from another site', { 'sec-fetch-site': 'cross-site' }],
  ['host name bound to this address', { host: 'evil.example:80' }],
])('a %s is refused, even with the token', async (_, headers) => {
  expect(await post({ ...bearer(server.token), ...(headers as object) })).toBe(403)
})

test('a body that is too long, invalid JSON or not a protocol message is refused and starts nothing', async () => {
  const own = bearer(server.token)
  // The server may refuse it before receiving all of it.
  const long = post(own, `{"x":"${'x'.repeat(1_100_000)}"}`).catch(() => 413)
  expect(await long).toBe(413)
  expect(await post(own, '{')).toBe(400)
  expect(await post(own, '[]')).toBe(400)
  const { log } = await server.open.program.store()
  expect(await log.list({ limit: 1 })).toEqual([])
})
