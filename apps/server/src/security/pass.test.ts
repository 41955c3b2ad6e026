import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Served, served } from '../server.fixture.ts'
import { answerMarkOf, pageKeyOf, passOf } from './proof.ts'

let server: Served
let cookie: string

beforeAll(async () => {
  server = await served()
  const opened = await fetch(server.link, { redirect: 'manual' })
  cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
})

afterAll(() => server.remove())

async function bootOf(): Promise<string> {
  const health = await server.client.health({ challenge: 'x'.repeat(24) })
  return (health.ok && health.value.boot) || 'none'
}

const status = async (headers: { readonly [name: string]: string }): Promise<number> =>
  (await server.fetch('/api/status', { headers })).status

type Made = { readonly secret: string; readonly host: string; readonly boot: string }

describe.each([
  ['page', (pass: string) => ({ cookie, 'x-convene-page': pass }), () => pageKeyOf(server.token)],
  ['program', (pass: string) => ({ authorization: `Bearer ${pass}` }), () => server.token],
] as const)('the pass of a %s', (_who, sent, secretOf) => {
  const right = async (): Promise<Made> => ({
    secret: secretOf(),
    host: new URL(server.address).host,
    boot: await bootOf(),
  })
  const answer = ({ secret, host, boot }: Made) => status(sent(passOf(secret, host, boot)))

  test('is accepted by the server process that it was made for', async () => {
    expect(await answer(await right())).toBe(200)
  })

  test.each([
    ['another server process', { boot: 'another' }],
    ['another host name', { host: 'localhost:1' }],
    ['another secret', { secret: 'another' }],
  ])('for %s is refused', async (_what, wrong) => {
    expect(await answer({ ...(await right()), ...wrong })).toBe(401)
  })

  test('is refused after a restart', async () => {
    const before = await right()
    const again = await restarted()
    const { port } = new URL(again.address)
    const pass = passOf(before.secret, `127.0.0.1:${port}`, before.boot)
    expect((await again.fetch('/api/status', { headers: sent(pass) })).status).toBe(401)
  })
})

/** Another process of the same data folder, with the same token. */
async function restarted(): Promise<Served> {
  await server.stop()
  server = await served({ home: server.home.replace(/\/home$/u, '') })
  const opened = await fetch(server.link, { redirect: 'manual' })
  cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
  return server
}

test('a page needs its cookie as well as the pass', async () => {
  const pass = passOf(pageKeyOf(server.token), new URL(server.address).host, await bootOf())
  expect(await status({ 'x-convene-page': pass })).toBe(401)
})

test('only answers to a page carry a mark, which only a holder of the page key can compute', async () => {
  const { host } = new URL(server.address)
  const key = pageKeyOf(server.token)
  const [mark, pass] = [answerMarkOf(server.token, host, await bootOf()), passOf(key, host, await bootOf())]
  const markTo = async (headers: { readonly [name: string]: string }, path = '/api/status') =>
    (await server.fetch(path, { headers })).headers.get('x-convene-answer')
  expect(await markTo({ cookie, 'x-convene-page': pass })).toBe(mark)
  expect(await markTo({ cookie, 'x-convene-page': 'a guess' })).toBeNull()
  expect(await markTo({ cookie })).toBeNull()
  expect(await markTo({ authorization: `Bearer ${server.token}` })).toBeNull()
  expect(await markTo({}, `/api/health?challenge=${'x'.repeat(24)}`)).toBeNull()
})
