import { createHmac } from 'node:crypto'
import type { Refusal } from '@convene/domain'
import { PAGE_KEY_HEADER } from '@convene/protocol'
import type { OpenCodes } from './open-codes.ts'
import { pageKeyOf } from './proof.ts'
import { isSame } from './same.ts'

/** Whom the server answers. */
export type Door = {
  readonly token: string
  /** Names and ports by which the server may be called: `127.0.0.1:7410`. Any other is somebody else's name for us. */
  isOurs(host: string): boolean
  readonly codes: OpenCodes
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
  return open ? undefined : refuseStranger(door, path, headers)
}

/** A program has the token; a page has the cookie that was set for it and, to make calls, its key. */
function refuseStranger(door: Door, path: string, headers: Asked['headers']): Refusal | undefined {
  const [, token] = /^Bearer (\S+)$/iu.exec(headers.get('authorization') ?? '') ?? []
  const isKnown = token === undefined ? hasCookie(door, headers) : isSame(token, door.token)
  if (!isKnown) return unauthorized('The token is missing or wrong. Open the link that `convene` prints.')
  if (token !== undefined || !path.startsWith('/api/')) return undefined
  if (isSame(headers.get(PAGE_KEY_HEADER) ?? '', pageKeyOf(door.token))) return undefined
  return unauthorized('The key of this page is missing or old. Open the link that `convene` prints once more.')
}

const forbidden = (message: string): Refusal => ({ code: 'forbidden', message })
const unauthorized = (message: string): Refusal => ({ code: 'unauthorized', message })

/** Browsers send it to every port of this host, so whoever listens there may have it as well. */
function hasCookie(door: Door, headers: Asked['headers']): boolean {
  const cookie = cookieIn(headers.get('cookie') ?? '', cookieName(headers.get('host') ?? ''))
  return cookie !== undefined && isSame(cookie, cookieFor(door.token))
}

/** Browsers keep cookies by host and not by port: servers of two data folders must not overwrite each other's. */
const cookieName = (host: string): string => `convene-${/:(\d+)$/u.exec(host)?.[1] ?? '80'}`

/** What a browser keeps in place of the token, so that the token itself stays out of it. */
const cookieFor = (token: string): string => createHmac('sha256', token).update('cookie').digest('base64url')

/** The header that leaves the cookie: no script reads it, no other site sends it. */
export const setCookie = (token: string, host: string): string =>
  `${cookieName(host)}=${cookieFor(token)}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000`

const cookieIn = (header: string, wanted: string): string | undefined =>
  header
    .split(';')
    .map((part) => part.trim().split('='))
    .find(([name]) => name === wanted)?.[1]
