import { createHmac } from 'node:crypto'
import type { Refusal } from '@convene/domain'
import { PAGE_KEY_HEADER } from '@convene/protocol'
import { isEqualInConstantTime } from './constant-time.ts'
import { cookieHeader, cookieIn } from './cookies.ts'
import type { HostNames } from './hosts.ts'
import type { OpenCodes } from './open-codes.ts'
import { agentTokenOf, answerMarkOf, pageKeyOf, passOf } from './proof.ts'

/** Access control: who the server answers. */
export type Guard = {
  readonly token: string
  /** A random id of this server process. Passes made for another one are refused. */
  readonly boot: string
  /** The names by which the server may be called: `127.0.0.1:7410`. A request under any other name is refused. */
  names(): HostNames
  readonly codes: OpenCodes
}

type GuardedRequest = {
  readonly path: string
  readonly headers: { get(name: string): string | null | undefined }
  /** Requires no token. */
  readonly open: boolean
}

/** Why a request is refused: unknown host name, another site's page, or no valid token. */
export const refuseRequest = (guard: Guard, asked: GuardedRequest): Refusal | undefined =>
  refuseForeign(guard, asked) ??
  (asked.open || isAgent(guard, asked) ? undefined : refuseStranger(guard, asked.path, asked.headers))

/** Whether a program sends the agent token, which can only ask teams. On a team server, it would belong to nobody. */
function isAgent(guard: Guard, { path, headers }: Omit<GuardedRequest, 'open'>): boolean {
  const token = bearerIn(headers)
  return isForAgents(path) && token !== undefined && isEqualInConstantTime(token, agentTokenOf(guard.token))
}

const bearerIn = (headers: GuardedRequest['headers']): string | undefined =>
  /^Bearer (\S+)$/iu.exec(headers.get('authorization') ?? '')?.[1]

/** Why a request is refused, with or without a token: unknown host name, or another site's page. */
export function refuseForeign(guard: Guard, { path, headers }: Omit<GuardedRequest, 'open'>): Refusal | undefined {
  const host = headers.get('host') ?? ''
  const { isOurs, originOf } = guard.names()
  if (!isOurs(host))
    return forbidden(
      'Unknown host name. To use it, add it to `server.allowHosts` or `server.publicUrl` in the settings.',
    )
  const origin = headers.get('origin')
  if (origin && origin !== originOf(host))
    return forbidden('Only the server’s own pages may call it. Behind a proxy, set `server.publicUrl` in the settings.')
  const site = headers.get('sec-fetch-site')
  if (isCall(path) && site && site !== 'same-origin' && site !== 'none')
    return forbidden('Only the server’s own pages may call it.')
  return undefined
}

/** Programs have the token. Pages have the cookie and, for calls, their key. Both send a pass if they can. */
export function refuseStranger(guard: Guard, path: string, headers: GuardedRequest['headers']): Refusal | undefined {
  const token = bearerIn(headers)
  const isKnown = token === undefined ? hasCookie(guard, headers) : hasSecret(guard, headers, token, guard.token)
  if (!isKnown) return unauthorized('The token is missing or wrong. Open the link that `convene` prints.')
  if (token !== undefined || !isCall(path)) return undefined
  if (hasPageKey(guard, headers)) return undefined
  return unauthorized('This page’s key is missing or outdated. Open the link that `convene` prints again.')
}

/** Whether a header holds the secret, or a pass made from it. */
const hasSecret = (guard: Guard, headers: GuardedRequest['headers'], ...[given, secret]: [string, string]): boolean =>
  isEqualInConstantTime(given, secret) ||
  isEqualInConstantTime(given, passOf(secret, headers.get('host') ?? '', guard.boot))

/** Whether one of our pages sent the request: browsers never send this header by themselves. */
export const hasPageKey = (guard: Guard, headers: GuardedRequest['headers']): boolean =>
  hasSecret(guard, headers, headers.get(PAGE_KEY_HEADER) ?? '', pageKeyOf(guard.token))

/** The mark for answers to our pages. Other callers get none, because it would let them answer in our place. */
export const markFor = (guard: Guard, path: string, headers: GuardedRequest['headers']): string | undefined =>
  isCall(path) && hasPageKey(guard, headers)
    ? answerMarkOf(guard.token, headers.get('host') ?? '', guard.boot)
    : undefined

/** The path for MCP clients. */
export const MCP_PATH = '/mcp'

/** The paths for A2A clients. */
export const A2A_PATH = '/a2a'
export const CARD_PATH = '/.well-known/agent-card.json'

/** Paths that can only be used to ask teams. */
export const isForAgents = (path: string): boolean =>
  [MCP_PATH, A2A_PATH, CARD_PATH].includes(path) || path.startsWith('/v1/')

/** Whether a path is an API call. The cookie alone opens pages but makes no calls. */
export const isCall = (path: string): boolean => path.startsWith('/api/') || isForAgents(path)

const forbidden = (message: string): Refusal => ({ code: 'forbidden', message })
const unauthorized = (message: string): Refusal => ({ code: 'unauthorized', message })

/** Browsers send the cookie to every port of this host, so any program listening there may have it too. */
function hasCookie(guard: Guard, headers: GuardedRequest['headers']): boolean {
  const cookie = cookieIn(headers, guard.names().originOf(headers.get('host') ?? ''))
  return cookie !== undefined && isEqualInConstantTime(cookie, cookieFor(guard.token))
}

/** What a browser stores instead of the token, so that the token itself never gets there. */
const cookieFor = (token: string): string => createHmac('sha256', token).update('cookie').digest('base64url')

/** The header that sets the cookie: no script can read it, no other site can send it. */
export const setCookie = (token: string, origin: string): string =>
  cookieHeader(origin, { name: '', value: cookieFor(token), sameSite: 'Strict', seconds: 31_536_000 })
