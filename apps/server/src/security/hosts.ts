import { isIP } from 'node:net'
import { allInterfaces } from './address.ts'

/** Where the server listens. */
export type Listening = { readonly host: string; readonly port: number }

/** A server's names: the hosts and ports by which it may be called, and its pages' origin under each of them. */
export type HostNames = { isOurs(host: string): boolean; originOf(host: string): string }

/** A server that does not listen yet has no name. */
export const noNames: HostNames = { isOurs: () => false, originOf: (host) => `http://${host}` }

export type MoreNames = { readonly allowHosts: readonly string[]; readonly publicUrl?: string | undefined }

/** The names of a listening server, including those from the settings. */
export function ownNames(listening: Listening, { allowHosts, publicUrl }: MoreNames): HostNames {
  const known = publicUrl === undefined ? undefined : new URL(publicUrl)
  const isOwn = ownHosts(listening, allowHosts)
  return {
    isOurs: (host) => host.toLowerCase() === known?.host || isOwn(host),
    // A proxy terminates TLS, so the server cannot see it. Only the setting says how browsers reach this name.
    originOf: (host) => (host.toLowerCase() === known?.host ? known.origin : `http://${host}`),
  }
}

/**
 * Excludes names that someone else pointed at this machine (DNS rebinding). An IP address is safe, because no page can
 * originate from it.
 */
function ownHosts({ host, port }: Listening, more: readonly string[]): (name: string) => boolean {
  const names = ['127.0.0.1', '[::1]', 'localhost', bracketed(host), ...more]
  const known = new Set(names.flatMap((name) => [`${name}:${port}`, ...(port === 80 ? [name] : [])]))
  const plain = new Set(more)
  return (name) => {
    const asked = name.toLowerCase()
    if (known.has(asked) || plain.has(asked)) return true
    if (!allInterfaces.includes(host)) return false
    const [, address = ''] = /^\[?([^\]]*?)\]?(?::\d+)?$/u.exec(asked) ?? []
    return isIP(address) !== 0 && asked.endsWith(`:${port}`)
  }
}

const bracketed = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host)

/** Whether only this machine can reach it. */
export const isLoopback = (host: string): boolean => /^(127(\.\d+){3}|::1|localhost)$/u.test(host)
