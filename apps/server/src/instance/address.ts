import { isIP } from 'node:net'

const everywhere = ['0.0.0.0', '::', '*']

/** How a browser on this machine reaches the server. */
export function addressOf(host: string, port: number): string {
  const name = everywhere.includes(host) ? '127.0.0.1' : isIP(host) === 6 ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** The link that lets a browser in: it carries the token once, and leads to a page. */
export function linkTo(address: string, token: string, to = '/'): string {
  const query = new URLSearchParams({ token, ...(to !== '/' && { to }) })
  return `${address}/open?${query}`
}
