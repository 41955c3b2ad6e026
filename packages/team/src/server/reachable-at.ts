import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { allInterfaces, isLoopback, type Listening } from '@convene/server'

/**
 * The URL at which other servers reach this one: under the configured name, or else where it listens. A server that
 * listens everywhere uses the first address of its machine. Undefined if only this machine can reach it.
 */
export function reachableAt({ host, port }: Listening, name?: string): string | undefined {
  const known = name ?? (allInterfaces.includes(host) ? firstAddress() : isLoopback(host) ? undefined : host)
  return known && `http://${isIP(known) === 6 ? `[${known}]` : known}:${port}`
}

const firstAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .toSorted((one, other) => one.family.localeCompare(other.family))
    .find(({ internal, address }) => !internal && !address.startsWith('fe80:'))?.address
