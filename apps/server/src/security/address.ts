import { isIP } from 'node:net'

export const allInterfaces = ['0.0.0.0', '::', '*']

/** The URL at which a browser on this machine reaches the server. */
export function urlAddress(host: string, port: number): string {
  const name = allInterfaces.includes(host) ? '127.0.0.1' : isIP(host) === 6 ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** The credential in a link that logs in a browser. */
type Pass = { readonly token: string } | { readonly code: string }

/** A link that logs in a browser and opens a page. */
export function linkTo(address: string, pass: Pass, to = '/'): string {
  const query = new URLSearchParams({ ...pass, ...(to !== '/' && { to }) })
  return `${address}/open?${query}`
}
