import { isIP } from 'node:net'

/** Where the server listens. */
export type Listening = { readonly host: string; readonly port: number }

const everywhere = ['0.0.0.0', '::', '*']

/**
 * The host names by which the server may be called. A name that someone pointed at this machine is not among them (DNS
 * rebinding). An IP address is safe, since no page can originate from it.
 */
export function ownNames({ host, port }: Listening, more: readonly string[] = []): (name: string) => boolean {
  const names = ['127.0.0.1', '[::1]', 'localhost', bracketed(host), ...more]
  const known = new Set(names.flatMap((name) => [`${name}:${port}`, ...(port === 80 ? [name] : [])]))
  const plain = new Set(more)
  return (name) => {
    const asked = name.toLowerCase()
    if (known.has(asked) || plain.has(asked)) return true
    if (!everywhere.includes(host)) return false
    const [, address = ''] = /^\[?([^\]]*?)\]?(?::\d+)?$/u.exec(asked) ?? []
    return isIP(address) !== 0 && asked.endsWith(`:${port}`)
  }
}

const bracketed = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host)

/** Whether only this machine can reach it. */
export const isLoopback = (host: string): boolean => /^(127(\.\d+){3}|::1|localhost)$/u.test(host)
