import { createHash } from 'node:crypto'
import { cookieHeader, cookieIn } from '../security/cookies.ts'

const NAME = 'login'
export const LOGIN_DAYS = 30

type Headers = Parameters<typeof cookieIn>[0]

/** How a secret is stored: it is random and long, so that its hash cannot be guessed back. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** The hash of the login that a browser sends, by which the database knows it. */
export function loginHashIn(headers: Headers, origin: string): string | undefined {
  const secret = cookieIn(headers, origin, NAME)
  return secret === undefined ? undefined : secretHash(secret)
}

/** `Lax`: the login service sends the browser here, and its next request must already carry the cookie. */
export const loginCookie = (origin: string, secret: string): string =>
  cookieHeader(origin, { name: NAME, value: secret, sameSite: 'Lax', seconds: LOGIN_DAYS * 86_400 })
