import { request } from 'node:http'
import { contract, type Route } from '@convene/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Served, served } from '../server.fixture.ts'

let server: Served
let cookie: string
/** The credentials from the link, as the page sends them. */
let page: { readonly cookie: string; readonly 'x-convene-page': string }

beforeAll(async () => {
  server = await served()
  const opened = await fetch(server.link, { redirect: 'manual' })
  cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
  page = { cookie, 'x-convene-page': keyIn(opened) }
})

afterAll(() => server.remove())

const keyIn = (opened: Response): string =>
  new URLSearchParams(opened.headers.get('location')?.split('#')[1]).get('key') ?? ''

type Headers = { readonly [name: string]: string }

/** A request with exactly these headers: `fetch` would not let a test fake its host. */
function send(method: string, path: string, headers: Headers, body = ''): Promise<number> {
  const { port } = server
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers, setHost: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const routes = (Object.entries(contract) as [string, Route][]).map(([name, { method, path, open }]) => ({
  name,
  method,
  path: path.replaceAll(/:\w+/gu, 'x1'),
  open: open ?? false,
}))
const streams = ['/api/sessions/x1/events', '/api/changes'].map((path) => ({
  name: `the stream ${path}`,
  method: 'GET',
  path,
  open: false,
}))

describe.each([...routes, ...streams])('$name', ({ name, method, path, open }) => {
  const host = () => `127.0.0.1:${server.port}`
  const right = (): Headers => ({ host: host(), authorization: `Bearer ${server.token}` })
  const accept: Headers = name.startsWith('the stream') ? { accept: 'text/event-stream' } : {}
  const ask = (headers: Headers, body?: string) => send(method, path, { ...accept, ...headers }, body)

  // A terminal's login starts before anyone is known, so only its content is checked.
  const strangers = name === 'startConnect' ? 415 : open && method === 'GET' ? 200 : 401

  test('refuses everyone without the right token', async () => {
    expect(await ask({ host: host() })).toBe(strangers)
    expect(await ask({ host: host(), authorization: 'Bearer wrong' })).toBe(strangers)
    expect(await ask({ host: host(), authorization: `Bearer ${server.token}x` })).toBe(strangers)
    expect(await ask({ host: host(), authorization: `Basic ${server.token}` })).toBe(strangers)
    expect(await ask({ host: host(), cookie: `convene-${server.port}=wrong` })).toBe(strangers)
    expect(await ask({ host: host(), cookie: `convene-${server.port}=${server.token}` })).toBe(strangers)
  })

  test('refuses the cookie alone, which other ports of this host receive too, and the key alone', async () => {
    const same = { host: host(), origin: `http://${host()}`, 'sec-fetch-site': 'same-origin' }
    expect(await ask({ ...same, cookie })).toBe(strangers)
    for (const key of ['', 'wrong', server.token, cookie.split('=')[1] ?? ''])
      expect(await ask({ ...same, cookie, 'x-convene-page': key })).toBe(strangers)
    expect(await ask({ ...same, 'x-convene-page': page['x-convene-page'] })).toBe(strangers)
    expect(await ask({ ...same, ...page, authorization: 'Bearer wrong' })).toBe(strangers)
  })

  test('refuses foreign host names, even with the right token', async () => {
    for (const name of [
      'evil.example',
      `evil.example:${server.port}`,
      '127.0.0.1:1',
      `127.0.0.1.evil.example:${server.port}`,
    ])
      expect(await ask({ ...right(), host: name })).toBe(403)
    expect(await ask({ ...right(), host: '' })).toBe(403)
  })

  test("refuses other sites' pages, even with the cookie and the key", async () => {
    for (const origin of ['http://evil.example', 'null', 'https://127.0.0.1', `http://localhost:${server.port}`])
      expect(await ask({ host: host(), ...page, origin })).toBe(403)
    expect(await ask({ host: host(), ...page, 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await ask({ host: host(), ...page, 'sec-fetch-site': 'same-site' })).toBe(403)
  })

  test('refuses a form from another site', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://evil.example' }
    expect(await send('POST', path, { host: host(), ...page, ...form }, 'goal=x')).toBe(403)
  })

  test('answers its own pages, or requires a signature', async () => {
    const status = await ask({ host: host(), ...page, origin: `http://${host()}`, 'sec-fetch-site': 'same-origin' })
    if (name === 'hook') expect(status).toBe(401)
    else expect([401, 403]).not.toContain(status)
  })
})

describe('a body', () => {
  test.each(routes.filter(({ method }) => method === 'POST' || method === 'PUT' || method === 'PATCH'))(
    'from a form is not read: $name',
    async ({ name, method, path }) => {
      const headers = { host: `127.0.0.1:${server.port}`, ...page, 'content-type': 'text/plain' }
      const isFile = name === 'upload' || name === 'uploadToSession'
      const status = await send(method, path, headers, '{"goal":"x"}')
      if (name === 'hook') expect(status).toBe(401)
      else if (isFile) expect([200, 404]).toContain(status)
      else expect(status).toBe(415)
    },
  )
})

describe('the link', () => {
  test('sets a cookie that no script can read or other site can send, and removes the token from the URL', async () => {
    const opened = await fetch(server.link, { redirect: 'manual' })
    expect(opened.status).toBe(303)
    expect(opened.headers.get('location')).toMatch(/^\/#key=[\w-]{43}$/u)
    expect(opened.headers.get('location')).not.toContain(server.token)
    expect(opened.headers.get('set-cookie')).toMatch(/^convene-\d+=[\w-]+; Path=\/; HttpOnly; SameSite=Strict/u)
    expect(opened.headers.get('set-cookie')).not.toContain(server.token)
    expect(opened.headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('with another token sets nothing', async () => {
    const opened = await fetch(`${server.address}/open?token=wrong`, { redirect: 'manual' })
    expect(opened.status).toBe(401)
    expect(opened.headers.get('set-cookie')).toBeNull()
  })

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'never redirects elsewhere: %s',
    async (to) => {
      const opened = await fetch(`${server.link}&to=${encodeURIComponent(to)}`, { redirect: 'manual' })
      expect(opened.headers.get('location')).toMatch(/^\/#key=[\w-]{43}$/u)
    },
  )

  test('leads to a route of the page', async () => {
    const opened = await fetch(`${server.link}&to=${encodeURIComponent('/#/teams')}`, { redirect: 'manual' })
    const [, hash = ''] = opened.headers.get('location')?.split('#') ?? []
    expect(new URLSearchParams(hash).get('to')).toBe('/#/teams')
  })
})

describe('a link that a program opens', () => {
  const open = (code: string) => fetch(`${server.address}/open?code=${code}`, { redirect: 'manual' })
  const newCode = async () => {
    const made = await server.client.openCode()
    return made.ok ? made.value.code : ''
  }

  test('logs in one browser like the printed link, and no other after it', async () => {
    const code = await newCode()
    const opened = await open(code)
    expect([opened.status, keyIn(opened)]).toEqual([303, page['x-convene-page']])
    expect(opened.headers.get('set-cookie')).toContain(cookie)
    const again = await open(code)
    expect([again.status, again.headers.get('set-cookie')]).toEqual([401, null])
    const said = await again.text()
    expect(said).toContain('has already been used')
    expect(said).toContain('it prints a link')
  })

  test.each(['', 'wrong', `${'A'.repeat(43)}`])('logs in no one with another code: "%s"', async (code) => {
    await newCode()
    const opened = await open(code)
    expect([opened.status, opened.headers.get('set-cookie')]).toEqual([401, null])
    expect(await opened.text()).toContain('older than a minute')
  })

  test('is not a token: it authorizes no call', async () => {
    const authorization = `Bearer ${await newCode()}`
    expect(await send('GET', '/api/status', { host: `127.0.0.1:${server.port}`, authorization })).toBe(401)
  })

  test('does not turn a wrong token into a valid one', async () => {
    const opened = await fetch(`${server.link}&code=wrong`, { redirect: 'manual' })
    expect(opened.status).toBe(401)
  })
})

describe("the server's proof", () => {
  const challenge = 'a-challenge-of-24-letters'
  test('differs for each challenge and reveals nothing about the token', async () => {
    const [one, two] = await Promise.all(
      ['x'.repeat(16), 'y'.repeat(16)].map(async (each) => {
        const answer = await server.client.health({ challenge: each })
        return answer.ok ? answer.value.proof : undefined
      }),
    )
    expect(one).toMatch(/^[0-9a-f]{64}$/u)
    expect(one).not.toBe(two)
  })

  test("is given for the server's own names only", async () => {
    const path = `/api/health?challenge=${challenge}`
    expect(await send('GET', path, { host: `127.0.0.1:${server.port}` })).toBe(200)
    expect(await send('GET', path, { host: '127.0.0.1:1' })).toBe(403)
  })

  test('is not given without a challenge, nor for one that could repeat', async () => {
    expect(await (await server.fetch('/api/health')).json()).toEqual({ status: 'ok', version: '1.2.3' })
    expect((await server.fetch('/api/health?challenge=short')).status).toBe(400)
  })
})

describe('pages', () => {
  test('require the cookie', async () => {
    expect(await send('GET', '/', { host: `127.0.0.1:${server.port}` })).toBe(401)
    expect(await send('GET', '/', { host: `127.0.0.1:${server.port}`, cookie })).toBe(200)
  })

  test('run only their own scripts, and cannot be framed by another page', async () => {
    const page = await server.fetch('/', { headers: { cookie } })
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/script-src 'self'(?: 'wasm-unsafe-eval')?;/u)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test.each(['/../package.json', '/%2e%2e/package.json', '/..%2f..%2fetc%2fpasswd', '/assets/%00'])(
    'lead nowhere but into their folder: %s',
    async (path) => {
      const status = await send('GET', path, { host: `127.0.0.1:${server.port}`, cookie })
      expect([200, 404]).toContain(status)
      const text = await (await server.fetch(path, { headers: { cookie } })).text()
      expect(text).not.toContain('root:')
      expect(text).not.toContain('workspaces')
    },
  )
})

describe('an unknown call', () => {
  const host = () => `127.0.0.1:${server.port}`
  const right = (): Headers => ({ host: host(), authorization: `Bearer ${server.token}` })
  const unknown = ['/api/nothing', '/api/sessions/x1/nothing', '/api/', '/api/sessions/x1/events/1/images']

  test.each(unknown)('is not revealed without the token: %s', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
      expect(await send(method, path, { host: host() })).toBe(401)
      expect(await send(method, path, right())).toBe(404)
    }
  })

  test.each(routes.filter(({ open }) => !open))(
    'with another method of $method $path is reported with the token only',
    async ({ path }) => {
      expect(await send('PROPFIND', path, { host: host() })).toBe(401)
      expect(await send('PROPFIND', path, right())).toBe(405)
      expect(await send('OPTIONS', path, { host: host(), origin: 'http://evil.example' })).toBe(403)
      expect(await send('OPTIONS', path, right())).toBe(204)
    },
  )

  test('HEAD is answered wherever GET is, with the same rights and without a body', async () => {
    expect(await send('HEAD', '/api/health', { host: host() })).toBe(200)
    expect(await send('HEAD', '/api/status', { host: host() })).toBe(401)
    expect(await send('HEAD', '/api/status', right())).toBe(200)
    const stream = await server.fetch('/api/changes', {
      method: 'HEAD',
      headers: { authorization: `Bearer ${server.token}`, accept: 'text/event-stream' },
    })
    expect([stream.headers.get('content-type'), await stream.text()]).toEqual(['text/event-stream; charset=utf-8', ''])
  })

  test('lists the allowed methods', async () => {
    const headers = { authorization: `Bearer ${server.token}` }
    const refused = await server.fetch('/api/sessions/x1', { method: 'PUT', headers })
    expect(refused.headers.get('allow')).toBe('GET, PATCH, DELETE, HEAD, OPTIONS')
    expect(await refused.json()).toMatchObject({ error: { code: 'method_not_allowed' } })
  })
})

test('responses are never cached and never mistaken for a page', async () => {
  const response = await server.fetch('/api/status', { headers: { authorization: `Bearer ${server.token}` } })
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-security-policy')).toContain('sandbox')
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
})
