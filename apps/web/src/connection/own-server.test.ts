import { createHmac } from 'node:crypto'
import { provenText, signedAnswerText, signedCallText } from '@convene/protocol'
import { describe, expect, test } from 'vitest'
import { isServerProven, ownServer } from './own-server.ts'

const host = '127.0.0.1:7410'
const key = 'the-key-of-the-page'

type Heard = { readonly path: string; readonly pass: string | null; readonly credentials: string | undefined }

const signed = (text: string, secret: string): string => createHmac('sha256', secret).update(text).digest('hex')
const passOf = (boot: string): string => signed(signedCallText(host, boot), key)
const answered = (text: string, boot: string): Response =>
  new Response(text, { headers: { 'x-convene-answer': signed(signedAnswerText(host, boot), key) } })

type State = { signer: string | null; name: string; boot: string; afterProof(): void }

/** A server that signs with `signer` under `name`; null if it is down. It refuses passes for another `boot`. */
function serverThat(options: Partial<State>) {
  const heard: Heard[] = []
  const state: State = { signer: key, name: host, boot: 'first', afterProof: () => {}, ...options }
  const send = (async (input: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(input, `http://${host}`)
    const sent = new Headers(init?.headers).get('x-convene-page')
    heard.push({ path: pathname, pass: sent, credentials: init?.credentials })
    if (state.signer === null) throw new TypeError('Failed to fetch')
    if (pathname !== '/api/health')
      return sent === passOf(state.boot) ? answered('fine', state.boot) : new Response('no', { status: 401 })
    const { signer, name, boot } = state
    const text = provenText(name, searchParams.get('challenge') ?? '', boot)
    state.afterProof()
    return Response.json({ status: 'ok', boot, proof: signed(text, signer) })
  }) as typeof fetch
  const call = ownServer(Promise.resolve(key), host, send)
  return { state, heard, send, call, paths: () => heard.map(({ path }) => path) }
}

describe('a call from the page', () => {
  test('carries a pass only after a proof requested without a pass or cookie, and never carries the key', async () => {
    const { call, heard } = serverThat({})
    expect(await (await call('/api/status', { method: 'GET' })).text()).toBe('fine')
    expect(heard).toEqual([
      { path: '/api/health', pass: null, credentials: 'omit' },
      { path: '/api/status', pass: passOf('first'), credentials: undefined },
    ])
  })

  test('is useless to a program that takes the port between the proof and the call', async () => {
    const { call, state, heard } = serverThat({})
    state.afterProof = () => Object.assign(state, { signer: 'another key', boot: 'a stranger', afterProof: () => {} })
    expect((await call('/api/status')).status).toBe(401)
    expect(heard.map(({ path }) => path)).toEqual(['/api/health', '/api/status', '/api/health'])
    expect(heard.map(({ pass }) => pass)).toEqual([null, passOf('first'), null])
    // The server is back, and the pass that the impostor saw is worthless.
    Object.assign(state, { signer: key, boot: 'second' })
    expect(passOf('first')).not.toBe(passOf(state.boot))
  })

  test.each([
    ['without a mark', new Response('{"items":[]}')],
    ['marked with a guess', new Response('{}', { headers: { 'x-convene-answer': signed('answer', 'another key') } })],
    ['of an earlier server process', answered('{}', 'an earlier one')],
  ])('hides an answer %s if another program takes over after the proof', async (_, answer) => {
    const { send } = serverThat({})
    const taken = (async (input: string, init?: RequestInit) =>
      input === '/api/models' ? answer : send(input, init)) as typeof fetch
    const read = await ownServer(Promise.resolve(key), host, taken)('/api/models')
    expect(read.status).toBe(502)
    expect(await read.json()).toMatchObject({
      error: { message: expect.stringContaining('Is Convene still running?') },
    })
  })

  test('passes on a proxy’s error about the server', async () => {
    const { send } = serverThat({})
    const proxy = (async (input: string, init?: RequestInit) =>
      input === '/api/models' ? new Response('down', { status: 503 }) : send(input, init)) as typeof fetch
    expect((await ownServer(Promise.resolve(key), host, proxy)('/api/models')).status).toBe(503)
  })

  test('runs once on a server that was restarted between the proof and the call', async () => {
    const { call, state, heard } = serverThat({})
    state.afterProof = () => Object.assign(state, { boot: 'second', afterProof: () => {} })
    expect((await call('/api/status')).status).toBe(200)
    expect(heard.map(({ pass }) => pass)).toEqual([null, passOf('first'), null, passOf('second')])
  })

  test('is not repeated if the server refuses it', async () => {
    const { send, heard } = serverThat({})
    const refusing = (async (input: string, init?: RequestInit) =>
      input === '/api/status' ? new Response('no', { status: 401 }) : send(input, init)) as typeof fetch
    expect(await (await ownServer(Promise.resolve(key), host, refusing)('/api/status')).text()).toBe('no')
    expect(heard).toHaveLength(2)
  })

  test('is not sent to a program that cannot prove itself, and says how to continue', async () => {
    const { call, paths } = serverThat({ signer: 'another key' })
    const refused = await call('/api/status')
    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject({ error: { message: expect.stringContaining('Open the link') } })
    expect(paths()).toEqual(['/api/health'])
  })

  test('is not sent to a program that relays the server’s proof under another name', async () => {
    const { call, paths } = serverThat({ name: '127.0.0.1:54321' })
    expect((await call('/api/status')).status).toBe(401)
    expect(paths()).toEqual(['/api/health'])
  })

  test('shares its proof with concurrent calls only', async () => {
    const { call, paths } = serverThat({})
    await Promise.all(['/api/a', '/api/b'].map((path) => call(path)))
    expect(paths()).toEqual(['/api/health', '/api/a', '/api/b'])
    await call('/api/c')
    expect(paths().slice(3)).toEqual(['/api/health', '/api/c'])
  })

  test('fails while the server is down, never reaches an impostor, and succeeds when the server is back', async () => {
    const { call, state, heard } = serverThat({})
    await call('/api/changes')
    state.signer = null
    await expect(call('/api/changes')).rejects.toThrow('Failed to fetch')
    state.signer = 'another key'
    const before = heard.length
    expect((await call('/api/changes')).status).toBe(401)
    expect(heard.slice(before).map((each) => each.pass)).toEqual([null])
    state.signer = key
    expect((await call('/api/changes')).status).toBe(200)
  })

  test('is sent unchanged if the page has no key', async () => {
    const { send, heard } = serverThat({})
    await ownServer(Promise.resolve(null), host, send)('/api/status')
    expect(heard).toEqual([{ path: '/api/status', pass: null, credentials: undefined }])
  })
})

test.each(['', 'null', '{}', '{"proof":7}', '{"proof":"zz"}', '<html>'])('%s is not a proof', async (body) => {
  const send = (async () => new Response(body)) as typeof fetch
  expect(await isServerProven(key, host, send)).toBe(false)
})
