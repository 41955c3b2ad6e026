import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { ok, type Result, refuse } from '@convene/domain'
import { kindOfAddress } from './address.ts'
import { type AllowHosts, describeKind, HOW_TO_ALLOW, isAllowedOrigin } from './check-url.ts'

export type ResolvedAddress = { readonly address: string; readonly family: number }

/** Returns every address of a name. May throw. */
export type Resolver = (name: string) => Promise<readonly ResolvedAddress[]>

/** The resolver of the operating system. */
export const systemResolver: Resolver = (name) => lookup(name, { all: true, order: 'verbatim' })

/** The addresses of a URL. If one is not public, all are refused: which one is used must not be left to chance. */
export async function resolveHost(
  url: URL,
  resolve: Resolver,
  allowHosts: AllowHosts = [],
): Promise<Result<readonly ResolvedAddress[]>> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await ask(resolve, host)
  if (addresses.length === 0) return refuse('name-unknown', `The name "${host}" could not be resolved.`)
  if (isAllowedOrigin(url, allowHosts)) return ok(addresses)
  const bad = addresses.map(({ address }) => kindOfAddress(address)).find((kind) => kind !== 'public')
  if (!bad) return ok(addresses)
  return refuse(
    'address-not-public',
    `"${host}" resolves to ${describeKind(bad)}, so it is not fetched. ${HOW_TO_ALLOW}`,
  )
}

const ask = (resolve: Resolver, name: string): Promise<readonly ResolvedAddress[]> => resolve(name).catch(() => [])
