import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Json } from '@convene/domain'
import { watched } from '../../condition/watched.ts'
import type { Dialect } from '../dialect.ts'
import { parsed } from '../loose.ts'
import { transmissionOf } from '../reply.ts'
import { agentOf, headingOf, type ServerRequest } from '../request.ts'
import { type Answering, byRules, type Rule } from '../rules.ts'
import { isCut, transmit } from '../transmission.ts'
import { wireOf } from '../wire.ts'
import { dialectAt, listAt } from './routes.ts'

export type ModelServerOptions = {
  /** A handler, or rules. The first matching rule answers. Default: a deterministic text. */
  readonly replies?: Answering | readonly Rule[]
  readonly models?: readonly string[]
  /** The context window of its models, as Ollama reports it. Null: it does not. */
  readonly window?: number | null
  /** Default: any free port. */
  readonly port?: number
}

/** A scripted model service on loopback. */
export interface ModelServer {
  /** Without a path: clients add `/v1` or whatever their service needs. */
  readonly url: string
  readonly port: number
  /** Every model request, in order of arrival. */
  readonly requests: readonly ServerRequest[]
  /** Requests whose client left before the answer was complete. */
  readonly aborted: readonly ServerRequest[]
  /** Currently open sockets. */
  sockets(): number
  /** Sets the replies from now on. */
  script(replies: Answering | readonly Rule[]): void
  /** Resolves when the condition holds. Checked after each change, so no test needs to sleep. */
  until(condition: (server: ModelServer) => boolean): Promise<void>
  close(): Promise<void>
}

export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const requests: ServerRequest[] = []
  const aborted: ServerRequest[] = []
  const changes = watched()
  let answering = answeringOf(options.replies ?? [])

  const answer = async (dialect: Dialect, incoming: IncomingMessage, response: ServerResponse) => {
    const body = parsed(await bodyOf(incoming))
    const request = requestOf(dialect, incoming, { body, number: requests.length + 1 })
    requests.push(request)
    changes.look()
    let cut = false
    response.once('close', () => {
      if (!response.writableFinished && !cut) aborted.push(request)
      changes.look()
    })
    const transmission = transmissionOf(await answering(request), wireOf(dialect, request))
    cut = isCut(transmission)
    await transmit(response, transmission)
  }

  const http = createServer((incoming, response) => {
    const path = incoming.url ?? '/'
    const dialect = incoming.method === 'POST' ? dialectAt(path) : undefined
    if (dialect) return void answer(dialect, incoming, response).catch((error) => crash(response, error))
    const { models = ['scripted'], window = 131_072 } = options
    sendList(response, listAt(path, models, window))
  })
  const sockets = socketsOf(http, changes.look)
  const port = await listen(http, options.port ?? 0)
  const server: ModelServer = {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    aborted,
    sockets: () => sockets.size,
    script: (replies) => {
      answering = answeringOf(replies)
    },
    until: (condition) => changes.until(() => condition(server)),
    close: () => closed(http, sockets),
  }
  return server
}

const answeringOf = (replies: Answering | readonly Rule[]): Answering =>
  typeof replies === 'function' ? replies : byRules(replies)

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function requestOf(dialect: Dialect, incoming: IncomingMessage, seen: { body: Json; number: number }): ServerRequest {
  const path = incoming.url ?? '/'
  const asked = dialect.read(seen.body, path)
  return {
    ...asked,
    ...seen,
    dialect: dialect.name,
    path,
    headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
    heading: headingOf(asked.messages),
    agent: agentOf(asked.system),
  }
}

/** A handler that throws is a broken test: the client must see it instead of hanging. */
function crash(response: ServerResponse, error: unknown): void {
  if (!response.headersSent) response.writeHead(418, { 'content-type': 'text/plain' })
  response.end(`The script threw: ${error instanceof Error ? error.stack : String(error)}`)
}

function sendList(response: ServerResponse, body: Json | undefined): void {
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body ?? { error: { message: 'Not found', type: 'invalid_request_error', code: null } }))
}

function listen(http: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, '127.0.0.1', () => resolve((http.address() as AddressInfo).port))
  })
}

function socketsOf(http: Server, changed: () => void): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  http.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => {
      sockets.delete(socket)
      changed()
    })
  })
  return sockets
}

/** Destroys every socket itself: Node does not close connections that have left HTTP. */
function closed(http: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    http.close(() => resolve())
    for (const socket of sockets) socket.destroy()
  })
}
