type Cookie = {
  /** Empty for the operator's cookie. */
  readonly name: string
  readonly value: string
  readonly sameSite: 'Strict' | 'Lax'
  /** 0 removes it. */
  readonly seconds: number
}

/** The header that sets a cookie: no script can read it, no other site can send it. */
export const cookieHeader = (origin: string, { name, value, sameSite, seconds }: Cookie): string =>
  `${cookieName(origin, name)}=${value}; Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${seconds}${secure(origin)}`

const secure = (origin: string): string => (origin.startsWith('https:') ? '; Secure' : '')

/**
 * Browsers store cookies by host, not by port, and the servers of two data folders must not overwrite each other's.
 * Over HTTPS, the prefix makes browsers refuse a cookie set by a neighbouring host or over plain HTTP.
 */
function cookieName(origin: string, name: string): string {
  const { protocol, port } = new URL(origin)
  const own = name === '' ? 'convene' : `convene-${name}`
  return protocol === 'https:' ? `__Host-${own}-${port || '443'}` : `${own}-${port || '80'}`
}

type Headers = { get(name: string): string | null | undefined }

/** The value of a cookie set under this origin. */
export function cookieIn(headers: Headers, origin: string, name = ''): string | undefined {
  const wanted = cookieName(origin, name)
  return (headers.get('cookie') ?? '')
    .split(';')
    .map((part) => part.trim().split('='))
    .find(([each]) => each === wanted)?.[1]
}
