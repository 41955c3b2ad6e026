import { createHmac } from 'node:crypto'
import { provenText } from '@convene/protocol'
import { describe, expect, test } from 'vitest'
import { isProven, ownServer } from './own-server.ts'

const host = '127.0.0.1:7410'
const key = 'the-key-of-the-page'

type Heard = { readonly path: string; readonly key: string | null; readonly credentials: string | undefined }

/** A server that signs with `signer` under `name`; null if it is down. */
function serverThat(options: { signer: string | null; name?: string }) {
  const heard: Heard[] = []
  const state = { name: host, ...options }
  const send = (async (input: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(input, `http://${host}`)
    const sent = new Headers(init?.headers).get('x-convene-page')
    heard.push({ path: pathname, key: sent, credentials: init?.credentials })
    if (state.signer === null) throw new TypeError('Failed to fetch')
    if (pathname !== '/api/health') return new Response('fine')
    const text = provenText(state.name, searchParams.get('challenge') ?? '')
    return Response.json({ status: 'ok', proof: createHmac('sha256', state.signer).update(text).digest('hex') })
  }) as typeof fetch
  const call = ownServer(Promise.resolve(key), host, send)
  return { state, heard, send, call, paths: () => heard.map(({ path }) => path) }
}

describe('a call from the page', () => {
  test('carries the key only after a proof requested without key and cookie', async () => {
    const { call, heard } = serverThat({ signer: key })
    expect(await (await call('/api/status', { method: 'GET' })).text()).toBe('fine')
    expect(heard).toEqual([
      { path: '/api/health', key: null, credentials: 'omit' },
      { path: '/api/status', key, credentials: undefined },
    ])
  })

  test('is not sent to a program that cannot prove itself, and says how to continue', async () => {
    const { call, paths } = serverThat({ signer: 'another key' })
    const refused = await call('/api/status')
    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject({ error: { message: expect.stringContaining('Open the link') } })
    expect(paths()).toEqual(['/api/health'])
  })

  test('is not sent to a program that relays the server’s proof under another name', async () => {
    const { call, paths } = serverThat({ signer: key, name: '127.0.0.1:54321' })
    expect((await call('/api/status')).status).toBe(401)
    expect(paths()).toEqual(['/api/health'])
  })

  test('shares its proof with concurrent calls only', async () => {
    const { call, paths } = serverThat({ signer: key })
    await Promise.all(['/api/a', '/api/b'].map((path) => call(path)))
    expect(paths()).toEqual(['/api/health', '/api/a', '/api/b'])
    await call('/api/c')
    expect(paths().slice(3)).toEqual(['/api/health', '/api/c'])
  })

  test('fails while the server is down, never reaches an impostor, and succeeds when the server is back', async () => {
    const { call, state, heard } = serverThat({ signer: key })
    await call('/api/changes')
    state.signer = null
    await expect(call('/api/changes')).rejects.toThrow('Failed to fetch')
    state.signer = 'another key'
    const before = heard.length
    expect((await call('/api/changes')).status).toBe(401)
    expect(heard.slice(before).map((each) => each.key)).toEqual([null])
    state.signer = key
    expect((await call('/api/changes')).status).toBe(200)
  })

  test('is sent unchanged if the page has no key', async () => {
    const { send, heard } = serverThat({ signer: key })
    await ownServer(Promise.resolve(null), host, send)('/api/status')
    expect(heard).toEqual([{ path: '/api/status', key: null, credentials: undefined }])
  })
})

test.each(['', 'null', '{}', '{"proof":7}', '{"proof":"zz"}', '<html>'])('%s is not a proof', async (body) => {
  const send = (async () => new Response(body)) as typeof fetch
  expect(await isProven(key, host, send)).toBe(false)
})
