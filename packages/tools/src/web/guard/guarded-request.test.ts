import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type Handler, redirectsTo, type Site, startSite } from '../fixtures/site.ts'
import { type GuardOptions, guardedRequest } from './guarded-request.ts'
import type { Hop } from './open-hop.ts'
import type { Resolver } from './resolve-host.ts'

const live = new AbortController().signal

const get = async (url: string, options: GuardOptions = {}, signal = live) => {
  const response = await guardedRequest({ url }, options, signal)
  return response.ok ? `${response.value.status} ${Buffer.from(response.value.body).toString()}` : response.refusal.code
}

/** Host names and addresses for a test. Each lookup of a name returns its next answer. */
function scripted(answers: Readonly<Record<string, readonly (readonly string[])[]>>) {
  const asked: string[] = []
  const resolve: Resolver = async (name) => {
    const turn = asked.filter((known) => known === name).length
    asked.push(name)
    const addresses = answers[name]?.[turn]
    if (!addresses) throw new Error(`nobody knows ${name} at turn ${turn}`)
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  return { resolve, asked }
}

/** Connects to the site for any address, and records the address that would have been used. */
function detour(site: Site) {
  const dialled: string[] = []
  const connection: NonNullable<Hop['connection']> = (options): Socket => {
    options.lookup?.(String(options.host), { all: true }, (_error, addresses) => {
      dialled.push(...(addresses as { address: string }[]).map(({ address }) => address))
    })
    return connect(site.port, '127.0.0.1')
  }
  return { connection, dialled }
}

describe('where a request goes', () => {
  test('an allowed origin answers', async () => {
    await using site = await startSite({ '/': 'hello' })
    expect(await get(`${site.origin}/`, { allowHosts: [site.origin] })).toBe('200 hello')
  })

  test('this machine is not contacted unless the user allows it', async () => {
    await using site = await startSite({ '/': 'secret' })
    expect(await get(`${site.origin}/`)).toBe('address-not-public')
    expect(await get(`http://localhost:${site.port}/`)).toBe('name-not-public')
    expect(site.seen).toEqual([])
  })

  test.each([
    [['127.0.0.1']],
    [['10.1.2.3']],
    [['169.254.169.254']],
    [['168.63.129.16']],
    [['::1']],
    [['::ffff:10.0.0.1']],
    [['64:ff9b::7f00:1']],
    [['fe80::1%eth0']],
    [['93.184.215.14', '127.0.0.1']],
    [['2606:4700::1111', 'fd00::1']],
    [['not an address']],
  ])('a name that resolves to %j is refused before anything is sent', async (addresses) => {
    await using site = await startSite({ '/': 'secret' })
    const { connection, dialled } = detour(site)
    const { resolve } = scripted({ 'rebind.example': [addresses] })
    expect(await get(`http://rebind.example:${site.port}/`, { resolve, connection })).toBe('address-not-public')
    expect(dialled).toEqual([])
  })

  test('a name is resolved once per request, and the connection goes to that very answer', async () => {
    await using site = await startSite({ '/': 'public' })
    const { connection, dialled } = detour(site)
    const { resolve, asked } = scripted({ 'rebind.example': [['93.184.215.14'], ['127.0.0.1']] })
    expect(await get('http://rebind.example/', { resolve, connection })).toBe('200 public')
    expect(asked).toEqual(['rebind.example'])
    expect(dialled).toEqual(['93.184.215.14'])
    expect(site.seen[0]?.headers.host).toBe('rebind.example')
  })

  test('a name whose address changes before a redirect is refused', async () => {
    await using site = await startSite({ '/': redirectsTo('/secret'), '/secret': 'secret' })
    const { connection, dialled } = detour(site)
    const { resolve } = scripted({ 'rebind.example': [['93.184.215.14'], ['127.0.0.1']] })
    expect(await get('http://rebind.example/', { resolve, connection })).toBe('address-not-public')
    expect(dialled).toEqual(['93.184.215.14'])
  })

  test('a real connection goes only to the checked address', async () => {
    await using site = await startSite({ '/': 'here' })
    const { resolve, asked } = scripted({ 'app.example': [['127.0.0.1']] })
    const origin = `http://app.example:${site.port}`
    expect(await get(`${origin}/`, { resolve, allowHosts: [origin] })).toBe('200 here')
    expect(asked).toEqual(['app.example'])
    expect(site.seen[0]?.headers.host).toBe(`app.example:${site.port}`)
  })

  test('https sends the server name and refuses a server that cannot prove it', async () => {
    let greeting = ''
    const server = createServer((socket) => {
      socket.once('data', (data) => {
        greeting = data.toString('latin1')
        socket.destroy()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = `https://app.example:${(server.address() as AddressInfo).port}`
    const { resolve } = scripted({ 'app.example': [['127.0.0.1']] })
    expect(await get(`${origin}/`, { resolve, allowHosts: [origin] })).toBe('unreachable')
    expect(greeting).toContain('app.example')
    await new Promise((resolve) => server.close(resolve))
  })

  test('an unknown name is refused', async () => {
    expect(await get('http://nowhere.example/', scripted({}))).toBe('name-unknown')
    expect(await get('http://nowhere.example/', scripted({ 'nowhere.example': [[]] }))).toBe('name-unknown')
  })
})

describe('redirects', () => {
  test.each([
    ['http://127.0.0.1:1234/', 'address-not-public'],
    ['http://169.254.169.254/latest/', 'address-not-public'],
    ['//[::1]/', 'address-not-public'],
    ['http://localhost/', 'name-not-public'],
    ['file:///etc/passwd', 'url-scheme'],
    ['javascript:alert(1)', 'url-scheme'],
    ['http://user:word@example.com/', 'url-credentials'],
    ['http://example.com:25/', 'url-port'],
    ['http://[', 'url-invalid'],
  ])('to %s is refused', async (location, code) => {
    await using site = await startSite({ '/': redirectsTo(location) })
    expect(await get(`${site.origin}/`, { allowHosts: [site.origin] })).toBe(code)
  })

  test('are followed ten times, and the eleventh is refused', async () => {
    const handlers = Object.fromEntries(
      Array.from({ length: 12 }, (_, index): [string, Handler] => [`/${index}`, redirectsTo(`/${index + 1}`)]),
    )
    await using site = await startSite({ ...handlers, '/12': 'end' })
    const options = { allowHosts: [site.origin] }
    expect(await get(`${site.origin}/2`, options)).toBe('200 end')
    expect(await get(`${site.origin}/1`, options)).toBe('too-many-redirects')
  })

  test('in a circle end', async () => {
    await using site = await startSite({ '/': redirectsTo('/', 307) })
    expect(await get(`${site.origin}/`, { allowHosts: [site.origin] })).toBe('too-many-redirects')
    expect(site.seen).toHaveLength(11)
  })

  test('do not forward headers, bodies or cookies', async () => {
    await using other = await startSite({ '/': 'end' })
    await using site = await startSite({
      '/': (_request, response) =>
        void response.writeHead(307, { location: `${other.origin}/`, 'set-cookie': 'id=1' }).end(),
    })
    const request = {
      url: `${site.origin}/`,
      method: 'POST',
      body: 'q',
      headers: { authorization: 'Bearer x' },
    } as const
    const response = await guardedRequest(request, { allowHosts: [site.origin, other.origin] }, live)
    expect(response).toMatchObject({ ok: true, value: { url: `${other.origin}/` } })
    expect(site.seen[0]?.headers.authorization).toBe('Bearer x')
    expect(other.seen[0]).toMatchObject({ method: 'GET' })
    expect(other.seen[0]?.headers).not.toHaveProperty('authorization')
    expect(other.seen[0]?.headers).not.toHaveProperty('cookie')
  })

  test('from https to http is refused', async () => {
    await using site = await startSite({ '/': redirectsTo('http://app.example/') })
    const { connection } = detour(site)
    const { resolve } = scripted({ 'app.example': [['93.184.215.14'], ['93.184.215.14']] })
    expect(await get('https://app.example/', { resolve, connection })).toBe('redirect-insecure')
  })

  test('are not followed if the caller refuses', async () => {
    await using site = await startSite({ '/': redirectsTo('/next'), '/next': 'next' })
    const options = { allowHosts: [site.origin], mayFollow: () => false }
    expect(await get(`${site.origin}/`, options)).toBe('redirect-elsewhere')
  })

  test('without a location are plain responses', async () => {
    await using site = await startSite({ '/': (_request, response) => void response.writeHead(302).end('stay') })
    expect(await get(`${site.origin}/`, { allowHosts: [site.origin] })).toBe('302 stay')
  })
})

describe('size and time', () => {
  const answering = async (handler: Handler, options: GuardOptions = {}) => {
    await using site = await startSite({ '/': handler })
    const code = await get(`${site.origin}/`, { allowHosts: [site.origin], maxBytes: 100_000, ...options })
    return code.slice(0, 40)
  }

  test('a body announced as too large is not read', async () => {
    expect(
      await answering((_request, response) => {
        response.writeHead(200, { 'content-length': '100001' }).write('x')
      }),
    ).toBe('too-large')
  })

  test('an endless body is cut while it arrives', async () => {
    expect(
      await answering((_request, response) => {
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(10_000)));
        }
        response.on('drain', more)
        more()
      }),
    ).toBe('too-large')
  })

  test.each([
    ['gzip', gzipSync(Buffer.alloc(20_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(20_000_000))],
  ])('a %s bomb is not decompressed beyond the limit', async (encoding, bomb) => {
    expect(bomb.length).toBeLessThan(100_000)
    expect(
      await answering((_request, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(bomb)),
    ).toBe('too-large')
  })

  test.each([
    ['gzip', gzipSync('packed')],
    ['x-gzip', gzipSync('packed')],
    ['br', brotliCompressSync('packed')],
    ['identity', Buffer.from('packed')],
  ])('a body compressed with %s is decompressed', async (encoding, body) => {
    expect(
      await answering((_request, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(body)),
    ).toBe('200 packed')
  })

  test('an unknown or double compression is refused', async () => {
    for (const encoding of ['compress', 'gzip, gzip'])
      expect(
        await answering(
          (_request, response) => void response.writeHead(200, { 'content-encoding': encoding }).end('x'),
        ),
      ).toBe('encoding')
  })

  test('a body with the wrong compression is a failure', async () => {
    expect(
      await answering(
        (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'),
      ),
    ).toBe('unreachable')
  })

  test('a server that never answers times out', async () => {
    expect(await answering(() => {}, { timeoutMs: 50 })).toBe('timeout')
  })

  test('a server that drips data times out, however much it has sent', async () => {
    expect(
      await answering(
        (_request, response) => {
          const drip = setInterval(() => response.write('x'), 5)
          response.on('close', () => clearInterval(drip))
        },
        { timeoutMs: 100 },
      ),
    ).toBe('timeout')
  })

  test('a resolver that never answers times out', async () => {
    expect(await get('http://slow.example/', { timeoutMs: 50, resolve: () => new Promise(() => {}) })).toBe('timeout')
  })

  test('a broken connection is a failure', async () => {
    expect(
      await answering((_request, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('half')
        response.socket?.destroySoon()
      }),
    ).toBe('unreachable')
  })

  test('a caller can stop it, before it starts and while it runs', async () => {
    const controller = new AbortController()
    await using site = await startSite({ '/': () => controller.abort() })
    const options = { allowHosts: [site.origin] }
    expect(await get(`${site.origin}/`, options, controller.signal)).toBe('stopped')
    expect(await get(`${site.origin}/`, options, controller.signal)).toBe('stopped')
    expect(site.seen).toHaveLength(1)
    await expect.poll(() => site.connections()).toBe(0)
  })
})
