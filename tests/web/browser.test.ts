import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WebToolsOptions } from '@convene/tools'
import { describe, expect, test } from 'vitest'
import { call } from './call.ts'
import { testChromium } from './chromium.ts'
import { type Answer, site } from './site.ts'

const program = await testChromium()
const environment = { CHROMIUM_PATH: program, PATH: process.env.PATH, TMPDIR: process.env.TMPDIR }

const script =
  (text: string): Answer =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'text/javascript' }).end(text)

const json =
  (value: unknown): Answer =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))

/** A page whose script writes "done" after its attempts. */
const trying = (code: string): string =>
  `<html><body><p id="out">trying</p><script type="module">
    const tried = await Promise.allSettled([${code}])
    document.getElementById('out').textContent = 'done ' + tried.map(({ status }) => status).join(' ')
  </script></body></html>`

async function rendered(
  pages: Readonly<Record<string, Answer>>,
  input: Record<string, unknown> = {},
  options: Partial<WebToolsOptions> = {},
) {
  await using home = await site(pages)
  const settings = { allowHosts: [home.origin], environment, ...options }
  const { output } = await call('crawl', { url: `${home.origin}/`, depth: 0, ...input }, settings)
  return { output: output.replaceAll(home.origin, 'SITE'), asked: home.asked.filter((path) => path !== '/robots.txt') }
}

/** A port on this machine that counts its visitors. */
async function trap() {
  let visits = 0
  const server = createServer((socket) => {
    visits++
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    port,
    visits: () => visits,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

describe.skipIf(program === undefined)('a real browser (needs Chromium)', () => {
  test('shows a page after its scripts ran, and crawls its links', async () => {
    const { output, asked } = await rendered(
      {
        '/': '<html><head><title>App</title></head><body><div id="app">Loading</div><script src="/app.js"></script></body></html>',
        '/app.js': script(`fetch('/data.json').then((answer) => answer.json()).then(({ name }) => {
          document.getElementById('app').innerHTML = '<h1>Hello ' + name + '</h1><a href="/next">next</a>'
        })`),
        '/data.json': json({ name: 'Ada' }),
        '/next': '<html><body><p>Second page</p></body></html>',
      },
      { depth: 1 },
    )
    expect(output).toContain('Hello Ada')
    expect(output).toContain('[next](SITE/next)')
    expect(output).toContain('Second page')
    expect(output).not.toContain('Loading')
    expect(asked).toEqual(['/', '/app.js', '/data.json', '/next'])
  })

  test('reaches no address that the guard refuses, whichever way a page tries', async () => {
    await using other = await trap()
    const { output, asked } = await rendered({
      '/': trying(`
        fetch('http://${other.host}/fetch'),
        fetch('http://${other.host}/post', { method: 'POST', mode: 'no-cors', body: 'x' }),
        fetch('/redirect'),
        import('http://${other.host}/module.js'),
        new Promise((resolve, reject) => {
          const socket = new WebSocket('ws://${other.host}/socket')
          socket.onopen = resolve
          socket.onerror = socket.onclose = reject
        }),
        new Promise((resolve, reject) => {
          const worker = new Worker(URL.createObjectURL(new Blob(["fetch('http://${other.host}/worker').then(() => postMessage(1), () => postMessage(0))"])))
          worker.onmessage = ({ data }) => (data ? resolve() : reject())
        }),
        new Promise((resolve, reject) => {
          const image = new Image()
          image.onload = resolve
          image.onerror = reject
          image.src = 'http://${other.host}/image.png'
        }),
      `).replace(
        '</body>',
        `<link rel="prefetch" href="http://${other.host}/prefetch"><link rel="preconnect" href="http://${other.host}/">
         <link rel="stylesheet" href="http://${other.host}/style.css"><iframe src="http://${other.host}/frame"></iframe>
         <script>
           navigator.serviceWorker?.register('/service.js').catch(() => {})
           navigator.sendBeacon('http://${other.host}/beacon', 'x')
           new EventSource('http://${other.host}/events')
           try { window.open('http://${other.host}/popup') } catch {}
           try { new RTCPeerConnection({ iceServers: [{ urls: 'turn:${other.host}?transport=tcp', username: 'a', credential: 'b' }] }).createDataChannel('x') } catch {}
         </script></body>`,
      ),
      '/redirect': (response) => void response.writeHead(302, { location: `http://${other.host}/redirected` }).end(),
      '/service.js': script(''),
    })
    expect(output).toContain('done rejected rejected rejected rejected rejected rejected rejected')
    expect(asked).not.toContain('/service.js')
    expect(other.visits()).toBe(0)
  })

  test.each([
    ['a changed location', (host: string) => `<script>setTimeout(() => { location = 'http://${host}/' })</script>`],
    [
      'a self-submitting form',
      (host: string) =>
        `<form action="http://${host}/" method="post"></form><script>document.forms[0].submit()</script>`,
    ],
    ['a meta refresh', (host: string) => `<meta http-equiv="refresh" content="0;url=http://${host}/">`],
    [
      'a download',
      (host: string) =>
        `<a id="a" download href="http://${host}/x.bin">x</a><script>document.getElementById('a').click()</script>`,
    ],
  ])('is not redirected by %s', async (_way, page) => {
    await using other = await trap()
    const { output } = await rendered({ '/': `<html><body><p>Still here</p>${page(other.host)}</body></html>` })
    expect(output).toContain('URL: SITE/')
    expect(other.visits()).toBe(0)
  })

  test('resolves no name that points to this machine, even if it changes later', async () => {
    await using other = await trap()
    const asked: string[] = []
    const resolve = async (name: string) => {
      asked.push(name)
      return [{ address: '127.0.0.1', family: 4 }]
    }
    const { output } = await rendered(
      {
        '/': trying(
          `fetch('http://rebind.example:${other.port}/one'), fetch('http://rebind.example:${other.port}/two')`,
        ),
      },
      {},
      { guard: { resolve } },
    )
    expect(output).toContain('done rejected rejected')
    expect(asked).toEqual(['rebind.example', 'rebind.example'])
    expect(other.visits()).toBe(0)
  })

  test("does not read text that a page's styles hide", async () => {
    const { output } = await rendered({
      '/': `<html><head><style>.a { display: none } .b { opacity: 0 } .c { visibility: hidden }</style></head>
        <body><p>Seen</p><p class="a">SECRET</p><p class="b">SECRET</p><p class="c">SECRET</p></body></html>`,
    })
    expect(output).toContain('Seen')
    expect(output).not.toContain('SECRET')
  })

  test('carries no cookie from one page to another', async () => {
    const cookies: (string | undefined)[] = []
    const { output } = await rendered(
      {
        '/': (response) =>
          void response
            .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'server=1' })
            .end(
              '<html><body><p>One</p><script>document.cookie = "page=1"; fetch("/part")</script><a href="/two">two</a></body></html>',
            ),
        '/part': (response, request) => {
          cookies.push(request.headers.cookie)
          response.end('x')
        },
        '/two': (response, request) => {
          cookies.push(request.headers.cookie)
          response
            .setHeader('content-type', 'text/html')
            .end(
              '<html><body>Two<script>document.body.append(" has " + (document.cookie || "none"))</script></body></html>',
            )
        },
      },
      { depth: 1 },
    )
    expect(cookies).toEqual([undefined, undefined])
    expect(output).toContain('Two has none')
  })

  test('gives up on a page that never finishes, and reads what the server sent instead', async () => {
    const { output } = await rendered(
      { '/': '<html><body><p>From the server</p><script>for (;;) {}</script></body></html>' },
      {},
      { guard: { timeoutMs: 2_000 } },
    )
    expect(output).toContain('From the server')
    expect(output).toContain('could not be rendered in time')
  })

  test('has no access to keys in the environment', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'convene-browser-'))
    try {
      const wrapper = join(folder, 'chromium.sh')
      await writeFile(wrapper, `#!/bin/sh\nenv > '${folder}/env'\nexec '${program}' "$@"\n`)
      await chmod(wrapper, 0o755)
      const secret = { ...environment, CHROMIUM_PATH: wrapper, OPENAI_API_KEY: 'secret' }
      const { output } = await rendered({ '/': '<html><body><p>Fine</p></body></html>' }, {}, { environment: secret })
      expect(output).toContain('Fine')
      expect(await readFile(join(folder, 'env'), 'utf8')).not.toContain('secret')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

test('a program that is not a browser is reported, and pages are read without it', async () => {
  const { output } = await rendered(
    { '/': '<html><body><p>Plain</p></body></html>' },
    {},
    { environment: { CHROMIUM_PATH: '/bin/false' } },
  )
  expect(output).toContain('The browser could not be started')
  expect(output).toContain('Plain')
})
