import type { Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Result, refuse } from '@convene/domain'
import { createAdaptorServer } from '@hono/node-server'
import type { ServerApp } from '../app.ts'

export const USUAL_PORT = 7410

export type ListenOptions = {
  readonly host: string
  /** The requested port. Without one, the default port or any free one. */
  readonly port: number | undefined
}

/** Makes an app listen. Refused if the requested port is taken. */
export async function listenForHttp(
  app: Pick<ServerApp, 'fetch'>,
  { host, port }: ListenOptions,
): Promise<Result<HttpServer>> {
  const first = await listenAt(app, host, port ?? USUAL_PORT)
  if (first.ok || port !== undefined) return first
  return listenAt(app, host, 0)
}

function listenAt(app: Pick<ServerApp, 'fetch'>, host: string, port: number): Promise<Result<HttpServer>> {
  const server = createAdaptorServer({
    fetch: (request, { incoming }) => app.fetch(request, incoming.socket),
    hostname: host,
  }) as HttpServer
  // Longer than proxies keep an idle connection: if we closed it first, their next request could be lost.
  server.keepAliveTimeout = 75_000
  server.headersTimeout = 10_000
  server.requestTimeout = 120_000
  return new Promise((resolve) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(refuse('no_port', whyNot(host, port, code))))
    server.listen(port, host, () => resolve({ ok: true, value: server }))
  })
}

function whyNot(host: string, port: number, code: string | undefined): string {
  if (code === 'EADDRINUSE') return `Port ${port} is used by another program. Choose another one with --port.`
  return `The server cannot listen at ${host}:${port} (${code}).`
}

/** The assigned port. */
export const portOf = (server: HttpServer): number => (server.address() as AddressInfo).port

const CLOSING_MS = 2_000

/** Stops listening and cuts streams, which would never end. Their clients reconnect and miss nothing. */
export async function closeHttp(http: HttpServer): Promise<void> {
  const closed = new Promise<void>((resolve) => http.close(() => resolve()))
  http.closeIdleConnections()
  const cut = setTimeout(() => http.closeAllConnections(), 50)
  await Promise.race([closed, new Promise<void>((resolve) => setTimeout(resolve, CLOSING_MS).unref())])
  clearTimeout(cut)
}
