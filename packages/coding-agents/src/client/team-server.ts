import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { McpServer } from '@agentclientprotocol/sdk'
import { nodeHttp } from '@convene/platform'
import type { TeamCalls } from './team-calls.ts'
import { answerCalls } from './team-protocol.ts'

/** Agents put this name in front of the server's tools. */
const NAME = 'team'
/** Clients drop a connection that is silent for minutes, and a delegated task may take an hour. */
const ALIVE_MS = 15_000
const MOST_BYTES = 1_048_576
/** A process that runs for weeks drops the oldest conversations first. */
const MOST_ENDPOINTS = 1_000

export type TeamServer = {
  /** How an agent reaches this endpoint. Its token is valid for nothing else. */
  open(endpoint: TeamCalls): Promise<McpServer>
  close(): Promise<void>
}

/** The team's tools for coding agents: MCP over HTTP, on loopback only. It starts to listen when an agent needs it. */
export function teamServer(version: string): TeamServer {
  const endpoints = new Map<string, TeamCalls>()
  let listening: Promise<{ readonly port: number; close(): void }> | undefined
  return {
    async open(endpoint) {
      listening ??= listen((token) => endpoints.get(digest(token)), version)
      const { port } = await listening
      const token = randomBytes(32).toString('base64url')
      endpoints.set(digest(token), endpoint)
      const [oldest] = endpoints.keys()
      if (endpoints.size > MOST_ENDPOINTS && oldest !== undefined) endpoints.delete(oldest)
      const headers = [{ name: 'Authorization', value: `Bearer ${token}` }]
      return { type: 'http', name: NAME, url: `http://127.0.0.1:${port}/mcp`, headers }
    },
    async close() {
      endpoints.clear()
      const opened = await listening?.catch(() => undefined)
      listening = undefined
      opened?.close()
    },
  }
}

/** Looked up by digest, so the time a lookup takes reveals nothing about tokens. */
const digest = (token: string): string => createHash('sha256').update(token).digest('hex')

type Endpoints = (token: string) => TeamCalls | undefined

async function listen(endpointOf: Endpoints, version: string) {
  const answer = await answerCalls(version, MOST_BYTES)
  const server = nodeHttp().createServer((request, response) => {
    const { port } = server.address() as AddressInfo
    const endpoint = isFromHere(request, port) ? endpointOf(tokenIn(request)) : undefined
    if (!endpoint) return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    serve(request, response, answer(endpoint)).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  // An agent that is gone must not keep Convene running.
  server.unref()
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { port: (server.address() as AddressInfo).port, close }
}

/** A web page sends an origin, and a rebound name has another host. */
const isFromHere = ({ headers, url }: IncomingMessage, port: number): boolean =>
  headers.origin === undefined && headers.host === `127.0.0.1:${port}` && url === '/mcp'

const tokenIn = ({ headers }: IncomingMessage): string => /^Bearer (\S+)$/u.exec(headers.authorization ?? '')?.[1] ?? ''

async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: (request: Request) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  const hasBody = incoming.method === 'POST'
  const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method ?? 'GET',
    headers: Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
    signal: gone.signal,
    ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
  } as RequestInit)
  const response = await answer(request)
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (!response.body) return void outgoing.end()
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  const alive = isStream ? setInterval(() => outgoing.write(': waiting\n\n'), ALIVE_MS) : undefined
  outgoing.once('close', () => clearInterval(alive))
  outgoing.flushHeaders()
  Readable.fromWeb(response.body as WebStream)
    .on('error', () => outgoing.destroy())
    .pipe(outgoing)
}
