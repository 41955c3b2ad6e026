import { globSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fromCheckedWire, type WireEvent } from '@convene/domain'
import { type CutEvent, wireOf as cutEvent } from '../../apps/server/src/stream/encode.ts'
import { CUT } from '../../apps/web/src/session/view/portions.ts'
import { answerProblem } from './check-answer.ts'
import { type FakeReviews, fakeReviews } from './fake-review.ts'
import { rowOf, viewOf } from './row.ts'

const built = join(import.meta.dirname, '../../apps/web/dist')
const types: { readonly [ending: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** A fake server for page tests: serves the page's files, and sessions whose events the test writes. */
export type FakeProgram = {
  readonly url: string
  /** All calls except reads, in order: `POST /api/...` with the body. */
  readonly calls: { readonly path: string; readonly body: unknown }[]
  /** All requests, by path. */
  readonly requests: string[]
  add(session: string, events: readonly WireEvent[]): void
  delta(session: string, delta: { readonly task: string; readonly effect: string; readonly text: string }): void
  /** What builds have changed. */
  readonly reviews: FakeReviews
  /** Holds session streams until the returned function is called. */
  hold(): () => void
  /** Cuts every stream like a dying program, and answers nothing until `rise`. */
  fall(): void
  rise(): void
  close(): Promise<void>
}

type State = {
  readonly sessions: Map<string, WireEvent[]>
  readonly followers: Map<ServerResponse, string>
  readonly calls: FakeProgram['calls']
  readonly requests: string[]
  readonly page: ReadonlyMap<string, Buffer>
  readonly reviews: FakeReviews
  isDown: boolean
  /** Held output. */
  held: (() => void)[] | null
}

/** `folder`: where the page's files are, if not in the current build. */
export async function fakeProgram(folder = built): Promise<FakeProgram> {
  const state: State = {
    sessions: new Map(),
    followers: new Map(),
    calls: [],
    requests: [],
    page: builtPage(folder),
    reviews: fakeReviews(),
    isDown: false,
    held: null,
  }
  const server = createServer((request, response) => answer(state, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const lengths = new Map<string, number>()
  const write = (session: string, text: string) => {
    for (const [response, followed] of state.followers) if (followed === session) response.write(text)
  }
  return {
    url: `http://127.0.0.1:${port}/`,
    calls: state.calls,
    requests: state.requests,
    reviews: state.reviews,
    add: (session, events) => {
      state.sessions.set(session, [...(state.sessions.get(session) ?? []), ...events])
      write(session, events.map(messageOf).join(''))
    },
    delta: (session, delta) => {
      const at = lengths.get(delta.effect) ?? 0
      lengths.set(delta.effect, at + delta.text.length)
      write(session, `event: delta\ndata: ${JSON.stringify({ ...delta, at })}\n\n`)
    },
    hold: () => {
      state.held = []
      return () => {
        for (const each of state.held ?? []) each()
        state.held = null
      }
    },
    fall: () => {
      state.isDown = true
      server.closeAllConnections()
    },
    rise: () => {
      state.isDown = false
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function answer(state: State, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  state.requests.push(pathname)
  const events = /^\/api\/sessions\/([^/]+)\/events$/u.exec(pathname)?.[1]
  if (state.isDown) request.socket.destroy()
  else if (events && !request.headers.accept?.includes('text/event-stream'))
    tail(state, response, events, Number(searchParams.get('tail')))
  else if (events) follow(state, response, events, Number(searchParams.get('after') ?? 0))
  else if (pathname === '/api/changes') stream(response)
  else if (request.method !== 'GET') void take(state, request, response, pathname)
  else if (pathname.startsWith('/api/')) read(state, response, pathname)
  else file(state.page, response, pathname)
}

const notHere = { error: { code: 'session_not_found', message: 'It is not here.' } }

function tail(state: State, response: ServerResponse, session: string, count: number): void {
  const known = state.sessions.get(session)
  const items = known?.slice(-count).map(wireOf)
  if (items) json(response, { items, next: known?.length === items.length ? null : String(items[0]?.seq) })
  else json(response, notHere, 404)
}

function follow(state: State, response: ServerResponse, session: string, after: number): void {
  const known = state.sessions.get(session)
  if (!known) {
    json(response, notHere, 404)
    return
  }
  stream(response)
  if (state.held) state.held.push(() => begin(state, response, session, after))
  else begin(state, response, session, after)
}

function begin(state: State, response: ServerResponse, session: string, after: number): void {
  const known = state.sessions.get(session) ?? []
  response.write(known.slice(after).map(messageOf).join(''))
  state.followers.set(response, session)
  response.once('close', () => state.followers.delete(response))
}

const taken = {
  done: true,
  seq: 1,
  notes: [],
  id: 'made',
  rehearsal: false,
  warnings: [],
  hash: 'a'.repeat(64),
  name: 'file',
  size: 1,
}

async function take(state: State, request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  if (path === '/api/preview') {
    json(response, { error: { code: 'no_preview', message: 'Nothing is previewed here.' } }, 409)
    return
  }
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  const body = text.startsWith('{') ? JSON.parse(text) : text
  state.calls.push({ path: `${request.method} ${path}`, body })
  const reviewed = /^\/api\/sessions\/([^/]+)\/review/u.exec(path)?.[1]
  json(response, reviewed ? state.reviews.take(reviewed, body) : taken)
}

/** Shortens texts like the program, to the length the page requests. */
const wireOf = (event: WireEvent): CutEvent => cutEvent(fromCheckedWire(event), CUT)

const messageOf = (event: WireEvent): string => `id: ${event.seq}\ndata: ${JSON.stringify(wireOf(event))}\n\n`

const models = {
  default: { model: 'rehearsal/offline', source: 'built-in', reason: '' },
  providers: [],
  servers: [],
  pricesDate: '',
}

const readings: { readonly [path: string]: unknown } = {
  '/api/me': null,
  '/api/newer-version': { newer: null },
  '/api/models': models,
  '/api/keys': { items: [], next: null, place: { kind: 'memory', label: 'memory', because: null } },
  '/api/trust': { workspace: '/home/ada/shop', state: 'nothing', hash: '', files: [] },
  '/api/settings': {
    settings: {},
    defaults: {},
    layers: { user: {}, workspace: {} },
    workspace: { path: '/home/ada/shop', trust: 'nothing', withheld: [] },
    sources: [],
    problems: [],
    form: [],
    defaultRules: {},
  },
}

function read({ sessions, reviews }: State, response: ServerResponse, path: string): void {
  const [, reviewed] = /^\/api\/sessions\/([^/]+)\/review$/u.exec(path) ?? []
  const [, session, seq] = /^\/api\/sessions\/([^/]+)(?:\/events\/(\d+))?$/u.exec(path) ?? []
  if (reviewed) json(response, reviews.of(reviewed))
  else if (session) {
    const events = sessions.get(session)
    if (!events) json(response, notHere, 404)
    else json(response, seq ? events[Number(seq) - 1] : viewOf(session, events))
  } else if (path === '/api/sessions')
    json(response, { items: [...sessions].map(([id, events]) => rowOf(id, events)), next: null })
  else json(response, path in readings ? readings[path] : { items: [], next: null, problems: [] })
}

function stream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(': here\n\n')
}

/**
 * An answer that breaks the contract would break the page just before or after the test has seen what it waits for. It
 * fails the test file instead.
 */
function json(response: ServerResponse, body: unknown, status = 200): void {
  const { method = '', url = '' } = response.req
  const problem = status === 200 && answerProblem(method, new URL(url, 'http://localhost').pathname, body)
  response.writeHead(problem ? 500 : status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(problem ? { error: { code: 'fake', message: problem } } : body))
  // Thrown right here, it would also break the connection.
  if (problem)
    queueMicrotask(() => {
      throw new Error(`The fake program's answer breaks the contract. ${problem}`)
    })
}

/** Read once, because another test may rebuild the page. */
const builtPage = (folder: string): ReadonlyMap<string, Buffer> =>
  new Map(globSync('**/*.*', { cwd: folder }).map((name) => [`/${name}`, readFileSync(join(folder, name))]))

function file(page: State['page'], response: ServerResponse, path: string): void {
  const name = path === '/' ? '/index.html' : path
  const body = page.get(name)
  response.writeHead(body ? 200 : 404, { 'content-type': types[extname(name)] ?? 'application/octet-stream' })
  response.end(body ?? '')
}
