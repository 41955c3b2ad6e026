import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Refusal } from '@convene/domain'

/** Whom the server answers. */
export type Door = {
  readonly token: string
  /** Names and ports by which the server may be called: `127.0.0.1:7410`. Any other is somebody else's name for us. */
  isOurs(host: string): boolean
}

type Asked = {
  readonly path: string
  readonly headers: { get(name: string): string | null | undefined }
  /** Nobody needs the token for it. */
  readonly open: boolean
}

/** Why a request is not answered: it came by a foreign name, from a foreign page, or without the token. */
export function refuseRequest(door: Door, { path, headers, open }: Asked): Refusal | undefined {
  const host = headers.get('host') ?? ''
  if (!door.isOurs(host)) return forbidden('The server is not known by this name.')
  const origin = headers.get('origin')
  if (origin && origin !== `http://${host}`) return forbidden('The server answers its own pages only.')
  const site = headers.get('sec-fetch-site')
  if (path.startsWith('/api/') && site && site !== 'same-origin' && site !== 'none')
    return forbidden('The server answers its own pages only.')
  if (open || isKnown(door, headers)) return undefined
  return { code: 'unauthorized', message: 'The token is missing or wrong. Open the link that `convene` prints.' }
}

const forbidden = (message: string): Refusal => ({ code: 'forbidden', message })

/** By the token itself, or by the cookie that was set for it. */
function isKnown(door: Door, headers: Asked['headers']): boolean {
  const [, given] = /^Bearer (\S+)$/iu.exec(headers.get('authorization') ?? '') ?? []
  if (given !== undefined) return isSame(given, door.token)
  const cookie = cookieIn(headers.get('cookie') ?? '', cookieName(headers.get('host') ?? ''))
  return cookie !== undefined && isSame(cookie, cookieFor(door.token))
}

/** Takes as long for a near miss as for nonsense. */
export const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())

/** Browsers keep cookies by host and not by port: servers of two data folders must not overwrite each other's. */
const cookieName = (host: string): string => `convene-${/:(\d+)$/u.exec(host)?.[1] ?? '80'}`

/** What a browser keeps in place of the token, so that the token itself stays out of it. */
export const cookieFor = (token: string): string => createHmac('sha256', token).update('cookie').digest('base64url')

/** The header that leaves the cookie: no script reads it, no other site sends it. */
export const setCookie = (token: string, host: string): string =>
  `${cookieName(host)}=${cookieFor(token)}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000`

const cookieIn = (header: string, wanted: string): string | undefined =>
  header
    .split(';')
    .map((part) => part.trim().split('='))
    .find(([name]) => name === wanted)?.[1]
