import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { fetchCatalogue } from './fetch-catalogue.ts'

let server: Server | undefined
afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
})

async function fetchFrom(answer: RequestListener, limitMs = 5_000) {
  server = createServer(answer)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api.json`
  return fetchCatalogue({ address, environment: {}, date: '2026-11-16', limitMs })
}

const body = JSON.stringify({ openai: { models: { big: { limit: { context: 9_000 } } } } })

test('a copy of the public catalogue is read, and no key is sent', async () => {
  let sent: readonly string[] = []
  const fetched = await fetchFrom((request, response) => {
    sent = Object.keys(request.headers)
    response.end(body)
  })
  expect(fetched).toMatchObject({
    ok: true,
    value: { date: '2026-11-16', models: { 'openai/big': { context: 9_000 } } },
  })
  expect(sent).not.toContain('authorization')
})

test.each<{ what: string; answer: RequestListener; why: string }>([
  { what: 'an error', answer: (_, response) => void response.writeHead(503).end(), why: 'status 503' },
  {
    what: 'a redirect',
    answer: (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    why: 'status 302',
  },
  { what: 'a page', answer: (_, response) => void response.end('<html>'), why: 'not a model catalogue' },
  { what: 'half a catalogue', answer: (_, response) => void response.end(body.slice(0, 30)), why: 'not a model' },
  {
    what: 'a broken connection',
    answer: (request, response) => {
      response.write('{')
      setImmediate(() => request.socket.destroy())
    },
    why: 'could not be read',
  },
])('$what is refused with the reason', async ({ answer, why }) => {
  const fetched = await fetchFrom(answer)
  expect(fetched).toMatchObject({
    ok: false,
    refusal: { code: 'catalogue_unavailable', message: expect.stringContaining(why) },
  })
})

test('a server that never answers times out', async () => {
  const fetched = await fetchFrom(() => {}, 100)
  expect(fetched).toMatchObject({ ok: false, refusal: { message: expect.stringContaining('no answer within 0.1 s') } })
})

test('an endless answer is cut off', async () => {
  const megabyte = Buffer.alloc(1_000_000, 32)
  const fetched = await fetchFrom((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(megabyte));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  })
  expect(fetched).toMatchObject({ ok: false, refusal: { message: expect.stringContaining('longer than 30 MB') } })
})

test.each(['', 'models.dev', 'file:///etc/passwd'])('%j is not a valid address', async (address) => {
  const fetched = await fetchCatalogue({ address, environment: {}, date: '2026-11-16' })
  expect(fetched).toMatchObject({ ok: false, refusal: { code: 'bad_address' } })
})
