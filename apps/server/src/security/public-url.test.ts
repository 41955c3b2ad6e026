import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { given, type Served, served } from '../server.fixture.ts'

const HOST = 'convene.example'
const ORIGIN = `https://${HOST}`

let server: Served

beforeAll(async () => {
  server = await served({ files: { 'config.json': JSON.stringify({ server: { publicUrl: `${ORIGIN}/` } }) } })
})

afterAll(() => server.remove())

type Headers = { readonly [name: string]: string }

/** A request as a proxy passes it on: `fetch` would not let a test choose its host. */
function proxied(path: string, headers: Headers): Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: server.port, path, headers, setHost: false }, (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0, headers: response.headers })
    })
    sent.on('error', reject)
    sent.end()
  })
}

async function opened(host: string) {
  const { headers } = await proxied(`/open?token=${server.token}`, { host })
  const cookie = String(headers['set-cookie'])
  const key = new URLSearchParams(String(headers.location).split('#')[1]).get('key') ?? ''
  return { cookie, page: { cookie: cookie.split(';')[0] ?? '', 'x-convene-page': key } }
}

describe('a page behind a TLS proxy', () => {
  test('is opened by a link with the public address', () => {
    expect(server.link).toMatch(/^https:\/\/convene\.example\/open\?token=/u)
  })

  test('gets a cookie that browsers send over HTTPS only, and may call the server', async () => {
    const { cookie, page } = await opened(HOST)
    expect(cookie).toMatch(/^__Host-convene-443=[\w-]+; Path=\/; HttpOnly; SameSite=Strict; .*Secure$/u)
    const own = { host: HOST, origin: ORIGIN, 'sec-fetch-site': 'same-origin' }
    expect((await proxied('/api/status', { ...own, ...page })).status).toBe(200)
  })

  test.each([
    ['plain HTTP under the same name', { host: HOST, origin: `http://${HOST}` }],
    ['another port of the same host', { host: HOST, origin: `${ORIGIN}:8443` }],
    ['a name that contains ours', { host: HOST, origin: `${ORIGIN}.evil.example` }],
    ['the public address under another host name', { host: '127.0.0.1:PORT', origin: ORIGIN }],
    ['the public address under a foreign host name', { host: 'evil.example', origin: ORIGIN }],
    ['the public host with the port of the server', { host: `${HOST}:PORT` }],
  ])('is not taken for one from %s', async (_from, headers) => {
    const { page } = await opened(HOST)
    const host = headers.host.replace('PORT', String(server.port))
    expect((await proxied('/api/status', { ...page, ...headers, host })).status).toBe(403)
  })

  test('is not mixed up with the same server on this machine, which keeps working', async () => {
    const local = await opened(`127.0.0.1:${server.port}`)
    expect(local.cookie).not.toContain('Secure')
    const [here, there] = [{ host: `127.0.0.1:${server.port}` }, { host: HOST }]
    expect((await proxied('/api/status', { ...here, ...local.page })).status).toBe(200)
    expect((await proxied('/api/status', { ...there, ...local.page })).status).toBe(401)
  })
})

test.each([
  'ftp://a.example',
  'https://a.example/convene',
  'https://user@a.example',
  'a.example',
  'https://a.example?x',
])('"%s" is refused as the public address, with the reason', async (publicUrl) => {
  const { sources } = given(await server.client.settings({}))
  const digest = sources.find(({ layer }) => layer === 'user')?.digest ?? null
  const changes = [{ path: ['server', 'publicUrl'], value: publicUrl }]
  const saved = await server.client.saveSettings({ digest, changes })
  expect(saved).toMatchObject({
    ok: false,
    refusal: { message: expect.stringMatching(/publicUrl: .* expected an .*address/u) },
  })
})
