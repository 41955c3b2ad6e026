import { createHash } from 'node:crypto'
import { cookieHeader, cookieIn } from '@convene/server'

const NAME = 'login'
export const LOGIN_DAYS = 30

type Headers = Parameters<typeof cookieIn>[0]

/** The hash under which a secret is stored. The secret is long and random, so a plain hash cannot be reversed. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** The hash of a browser's login, which the database stores. */
export function loginHashIn(headers: Headers, origin: string): string | undefined {
  const secret = cookieIn(headers, origin, NAME)
  return secret === undefined ? undefined : secretHash(secret)
}

/** `Lax`, because the login service redirects the browser here, and its next request must already carry the cookie. */
export const loginCookie = (origin: string, secret: string): string =>
  cookieHeader(origin, { name: NAME, value: secret, sameSite: 'Lax', seconds: LOGIN_DAYS * 86_400 })
