import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type ClientRequest, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { eventStreamReader } from '@convene/protocol'
import type { Finding } from '../report.ts'

const READING = 180
const STALLED = 20
const EVENTS = 150
const BYTES = 4_000

type Ready = {
  readonly address: string
  readonly port: number
  readonly token: string
  readonly session: string
  readonly head: number
}
type Memory = { readonly rss: number; readonly heap: number }
type Done = {
  readonly head: number
  readonly before: Memory
  readonly after: Memory
  readonly most: number
  readonly cpuMs: number
}

/** 200 clients follow one session, and 20 of them never read: how soon the others see each event, and how much memory the server needs. */
export async function clients(): Promise<readonly Finding[]> {
  const child = fork(fileURLToPath(new URL('../clients-child.ts', import.meta.url)), { execArgv: ['--expose-gc'] })
  const [ready] = (await once(child, 'message')) as [Ready]
  const stalled = Array.from({ length: STALLED }, () => stall(ready))
  const readers = await Promise.all(Array.from({ length: READING }, () => follow(ready)))
  child.send({ events: EVENTS, everyMs: 100, bytes: BYTES })
  const [done] = (await once(child, 'message')) as [Done]
  await Promise.all(readers.map(({ until }) => until(done.head)))
  const delays = readers.flatMap((reader) => reader.delays).sort((a, b) => a - b)
  const at = (part: number) => delays[Math.floor((delays.length - 1) * part)] ?? Number.NaN
  const complete = readers.filter((reader) => reader.delays.length === done.head - ready.head).length
  for (const { request } of readers) request.destroy()
  for (const socket of stalled) socket.destroy()
  child.send('end')
  await once(child, 'exit')
  const grown = (done.most - done.before.heap) / 1_048_576
  const values = {
    p50: at(0.5),
    p99: at(0.99),
    slowest: at(1),
    complete,
    deliveries: delays.length,
    serverCpuMsPerEvent: done.cpuMs / EVENTS,
  }
  return [
    {
      name: '200 clients, 20 of which never read: p99 until the others see an event, in ms',
      ratio: at(0.99),
      bar: 250,
      values,
    },
    { name: '200 clients: readers that missed an event', ratio: READING - complete, bar: 0 },
    { name: '200 clients: server heap growth, in MB', ratio: grown, bar: 64, values: { ...done } },
  ]
}

/** Opens the stream and never reads from it. */
function stall({ port, token, session, head }: Ready): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  socket.on('error', () => undefined)
  socket.write(
    `GET /api/sessions/${session}/events?after=${head} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\naccept: text/event-stream\r\n\r\n`,
  )
  return socket
}

type Reader = {
  readonly request: ClientRequest
  /** Milliseconds between each event's timestamp and its arrival. */
  readonly delays: number[]
  until(seq: number): Promise<void>
}

async function follow({ port, token, session, head }: Ready): Promise<Reader> {
  const delays: number[] = []
  let seq = head
  let wake = () => {}
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
  const path = `/api/sessions/${session}/events?after=${head}`
  const request = get({ host: '127.0.0.1', port, path, headers, agent: false })
  request.on('error', () => undefined)
  const [response] = await once(request, 'response')
  const read = eventStreamReader()
  response.setEncoding('utf8').on('data', (piece: string) => {
    const now = Date.now()
    for (const { id, data } of read(piece)) {
      delays.push(now - Date.parse(/"at":"([^"]+)"/u.exec(data)?.[1] ?? ''))
      seq = Number(id)
    }
    wake()
  })
  const until = async (wanted: number) => {
    while (seq < wanted)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }
  return { request, delays, until }
}
