import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerPipe, createClient, httpHost, type Pipe, type PipeFrame, pipeFetch } from '@convene/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { given, type Served, served } from '../server.fixture.ts'

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let server: Served
let id: string
let seq: string
let hash: string

beforeAll(async () => {
  server = await served()
  const { client } = server
  const picture = given(await client.upload({ file: dot, name: 'dot.png' }))
  ;({ id } = given(await client.createSession({ goal: 'Look', attachments: [picture], agents: ['ux'] })))
  const { items } = given(await client.events({ id }))
  const message = items.find(({ type }) => type === 'message')
  seq = String(message?.seq)
  hash = picture.hash
})

afterAll(() => server.remove())

const ask = (path: string) => server.fetch(path, { headers: { authorization: `Bearer ${server.token}` } })

describe('an image that an event refers to', () => {
  test('is returned as attached, with its own type and no other', async () => {
    const response = await ask(`/api/sessions/${id}/events/${seq}/images/${hash}`)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(Buffer.from(await response.arrayBuffer())).toEqual(dot)
  })

  test('reaches a client as a blob, over HTTP and over a pipe', async () => {
    const overHttp = given(await server.client.image({ id, seq, hash }))
    expect([overHttp.type, Buffer.from(await overHttp.arrayBuffer())]).toEqual(['image/png', dot])
    const app = createApp({ program: server.open.program })
    const [near, far] = ends()
    const stop = answerPipe(far, app.fetch, 'http://there.invalid')
    const client = createClient(httpHost({ fetch: pipeFetch(near) }))
    const overPipe = given(await client.image({ id, seq, hash }))
    expect([overPipe.type, Buffer.from(await overPipe.arrayBuffer())]).toEqual(['image/png', dot])
    stop()
    app.close()
  })
})

test('no other event’s image, other file or changed file can be read', async () => {
  const folder = join(server.home, 'images', readdirSync(join(server.home, 'images'))[0] ?? '')
  const stray = '0'.repeat(64)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, stray), '<svg onload="alert(1)"/>')
  const places = [
    `${seq}/images/${stray}`,
    `1/images/${hash}`,
    `999999/images/${hash}`,
    `x/images/${hash}`,
    `${seq}/images/..%2F..%2Ftoken`,
    `${seq}/images/constructor`,
  ]
  for (const place of places) expect((await ask(`/api/sessions/${id}/events/${place}`)).status).toBe(404)
  writeFileSync(join(folder, hash), '<svg onload="alert(1)"/>')
  expect((await ask(`/api/sessions/${id}/events/${seq}/images/${hash}`)).status).toBe(404)
})

/** Two ends of a pipe that exchange JSON. */
function ends(): readonly [Pipe, Pipe] {
  const takers = [new Set<(frame: PipeFrame) => void>(), new Set<(frame: PipeFrame) => void>()] as const
  const end = (own: 0 | 1): Pipe => ({
    send: (frame) => {
      const text = JSON.stringify(frame)
      for (const take of takers[own === 0 ? 1 : 0]) queueMicrotask(() => take(JSON.parse(text) as PipeFrame))
    },
    hear: (take) => {
      takers[own].add(take)
      return () => takers[own].delete(take)
    },
  })
  return [end(0), end(1)]
}
