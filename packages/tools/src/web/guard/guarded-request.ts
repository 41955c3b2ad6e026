import type http from 'node:http'
import { ok, type Result, refuse } from '@convene/domain'
import type { AbortSignal } from '@convene/engine'
import { type AllowHosts, checkUrl } from './check-url.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { type Hop, openHop } from './open-hop.ts'
import { readResponseBody } from './read-body.ts'
import { type Resolver, resolveHost, systemResolver } from './resolve-host.ts'

const MAX_BYTES = 5_000_000
const TIMEOUT_MS = 30_000
const MAX_REDIRECTS = 10
const USER_AGENT = 'Mozilla/5.0 (compatible; Convene)'

/** How a guarded request is made. All but the first few are for tests and for callers with tighter limits. */
export type GuardOptions = {
  readonly allowHosts?: AllowHosts
  readonly maxBytes?: number
  readonly timeoutMs?: number
  readonly maxRedirects?: number
  /** `shown`: a redirect is the answer, and nobody follows it. */
  readonly redirects?: 'followed' | 'shown'
  /** Called before each redirect is followed. */
  readonly mayFollow?: (from: URL, to: URL) => boolean
  readonly resolve?: Resolver
  readonly connection?: Hop['connection']
}

/** What is sent. Headers and body go only to the first server, never along with a redirect. */
export type WebRequest = {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** The last server's response. `url` is where the redirects ended. */
export type WebResponse = {
  readonly url: string
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly body: Uint8Array
}

/**
 * Sends a request that may come from a model: only to public addresses, checked when connecting and again at each
 * redirect, within size and time limits. Never throws: a refusal or failure has a code.
 */
export async function guardedRequest(
  request: WebRequest,
  options: GuardOptions,
  signal: AbortSignal,
): Promise<Result<WebResponse>> {
  const deadline = startDeadline(options.timeoutMs ?? TIMEOUT_MS, signal)
  try {
    return await deadline.race(follow(request, options, deadline.signal))
  } catch (error) {
    return refusalOf(error, deadline)
  } finally {
    deadline.clear()
  }
}

async function follow(
  request: WebRequest,
  options: GuardOptions,
  signal: globalThis.AbortSignal,
): Promise<Result<WebResponse>> {
  let url = checkUrl(request.url, options.allowHosts)
  for (let hop = 0; url.ok; hop++) {
    const from = url.value
    const addresses = await resolveHost(from, options.resolve ?? systemResolver, options.allowHosts)
    if (!addresses.ok) return addresses
    signal.throwIfAborted()
    const response = await openHop({ ...hopOf(request, hop, options), url: from, addresses: addresses.value }, signal)
    const location = options.redirects === 'shown' ? undefined : redirectOf(response)
    if (location === undefined) return readResponse(from, response, options)
    response.destroy()
    if (hop >= (options.maxRedirects ?? MAX_REDIRECTS))
      return refuse('too-many-redirects', `The server redirects more than ${hop} times.`)
    url = nextUrl(from, location, options)
  }
  return url
}

function hopOf(request: WebRequest, hop: number, { connection }: GuardOptions): Omit<Hop, 'url' | 'addresses'> {
  const common = { 'user-agent': USER_AGENT, 'accept-encoding': 'gzip, br', connection: 'close' }
  const socket = connection && { connection }
  if (hop > 0) return { method: 'GET', headers: { accept: '*/*', ...common }, ...socket }
  const { method = 'GET', headers, body } = request
  return {
    method,
    headers: { accept: '*/*', ...common, ...headers },
    ...(body !== undefined && { body }),
    ...socket,
  }
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Where the server redirects us. Header bytes arrive as Latin-1, but servers write UTF-8. */
function redirectOf({ statusCode = 0, headers }: http.IncomingMessage): string | undefined {
  if (!REDIRECTS.has(statusCode) || headers.location === undefined) return undefined
  return Buffer.from(headers.location, 'latin1').toString('utf8')
}

function nextUrl(from: URL, location: string, options: GuardOptions): Result<URL> {
  const to = checkUrl(location, options.allowHosts, from)
  if (!to.ok)
    return refuse(to.refusal.code, `The server redirects to an address that is refused. ${to.refusal.message}`)
  if (from.protocol === 'https:' && to.value.protocol === 'http:')
    return refuse('redirect-insecure', `The server redirects from https to http, to ${to.value.href}`)
  if (options.mayFollow && !options.mayFollow(from, to.value))
    return refuse('redirect-elsewhere', `The server redirects to another address: ${to.value.href}`)
  return to
}

async function readResponse(
  url: URL,
  response: http.IncomingMessage,
  { maxBytes = MAX_BYTES }: GuardOptions,
): Promise<Result<WebResponse>> {
  const body = await readResponseBody(response, maxBytes)
  if (!body.ok) {
    response.destroy()
    return body
  }
  return ok({ url: url.href, status: response.statusCode ?? 0, headers: response.headers, body: body.value })
}

function refusalOf(error: unknown, deadline: Deadline): Result<never> {
  if (deadline.ended === 'stopped') return refuse('stopped', 'The request was stopped.')
  if (deadline.ended === 'time') return refuse('timeout', 'The server took too long to answer in full.')
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) }
  return refuse('unreachable', `The server could not be reached or broke off: ${code ?? message}`)
}
