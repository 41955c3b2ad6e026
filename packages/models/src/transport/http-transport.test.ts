import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { httpTransport } from './http-transport.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }

async function bodyOf(incoming: { read: () => Promise<Uint8Array | undefined> }): Promise<string> {
  const chunks: Uint8Array[] = []
  for (let chunk = await incoming.read(); chunk; chunk = await incoming.read()) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

test('uses the proxy from the environment', async () => {
  const proxy = await listening((request, response) => response.end(`through the proxy: ${request.url}`))
  const answer = await httpTransport({ http_proxy: proxy })('http://model.test/v1/chat', post)
  expect(await bodyOf(answer)).toBe('through the proxy: http://model.test/v1/chat')
})

test('uses no proxy for this machine', async () => {
  const server = await listening((_request, response) => response.end('direct'))
  const answer = await httpTransport({ http_proxy: 'http://127.0.0.1:9' })(`${server}/v1`, post)
  expect(await bodyOf(answer)).toBe('direct')
})

test('follows no redirects', async () => {
  const server = await listening((_request, response) =>
    response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
  )
  expect((await httpTransport({})(server, post)).status).toBe(307)
})

test('a broken-off answer is an error, not an end', async () => {
  const server = await listening((_request, response) => {
    response.write('half')
    setImmediate(() => response.destroy())
  })
  const answer = await httpTransport({})(server, post)
  await expect(bodyOf(answer)).rejects.toMatchObject({ code: 'ECONNRESET' })
})

test('finds headers regardless of case, and nothing that was not sent', async () => {
  const sent = { 'X-Request-Id': 'a1', 'Set-Cookie': ['one=1', 'two=2'] }
  const server = await listening((_request, response) => response.writeHead(200, sent).end())
  const { headers } = await httpTransport({})(server, post)
  expect([headers.get('x-request-id'), headers.get('X-REQUEST-ID')]).toEqual(['a1', 'a1'])
  expect([headers.get('constructor'), headers.get('location')]).toEqual([null, null])
  expect(Object.fromEntries(headers)).toMatchObject({ 'x-request-id': 'a1', 'set-cookie': 'one=1,two=2' })
})

test.each([
  ['an object', { 'x-key': '1' }],
  ['pairs', [['x-key', '1']] as [string, string][]],
  ['Headers', new Headers({ 'x-key': '1' })],
])('sends headers given as %s', async (_, headers) => {
  const server = await listening((request, response) => response.end(String(request.headers['x-key'])))
  expect(await bodyOf(await httpTransport({})(server, { ...post, headers }))).toBe('1')
})
