import { isIP } from 'node:net'

const everywhere = ['0.0.0.0', '::', '*']

/** How a browser on this machine reaches the server. */
export function addressOf(host: string, port: number): string {
  const name = everywhere.includes(host) ? '127.0.0.1' : isIP(host) === 6 ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** What a link lets a browser in by. */
type Pass = { readonly token: string } | { readonly code: string }

/** The link that lets a browser in: it carries its pass once, and leads to a page. */
export function linkTo(address: string, pass: Pass, to = '/'): string {
  const query = new URLSearchParams({ ...pass, ...(to !== '/' && { to }) })
  return `${address}/open?${query}`
}
