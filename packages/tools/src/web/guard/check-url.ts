import { isIP } from 'node:net'
import { ok, type Result, refuse } from '@convene/domain'
import { type AddressKind, kindOfAddress } from './address.ts'
import { hasBadPort } from './bad-ports.ts'

const MAX_CHARACTERS = 8_192
/** Characters that no address needs and that disguise it: controls and bidi marks. */
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/u
const LOCAL_NAMES = ['localhost', 'localdomain', 'local', 'internal', 'intranet', 'lan', 'home.arpa']

/** The user's exceptions: origins (`http://127.0.0.1:8080`), or hosts (`wiki.corp:8080`) for both http and https. */
export type AllowHosts = readonly string[]

/**
 * Judges a URL by its text alone, and normalises it: no fragment, no dot at the end of the name. A name that passes
 * must still be resolved, and its addresses checked, before anything is sent.
 */
export function checkUrl(text: string, allowHosts: AllowHosts = [], base?: URL): Result<URL> {
  const address = text.trim()
  if (address.length > MAX_CHARACTERS)
    return refuse('url-too-long', `The URL has more than ${MAX_CHARACTERS} characters.`)
  if (HIDDEN.test(address)) return refuse('url-characters', 'The URL contains control or invisible characters.')
  const url = parse(address, base)
  if (!url) return refuse('url-invalid', 'Invalid URL. Use a full URL such as https://example.com/page.')
  return refuseParts(url) ?? refuseHost(url, allowHosts) ?? ok(url)
}

/** Whether the user allowed the origin by name, no matter where it leads. */
export const isAllowedOrigin = (url: URL, allowHosts: AllowHosts = []): boolean =>
  allowHosts.flatMap(originsOf).includes(url.origin)

/** Describes a kind of address, to complete "It leads to …". */
export const describeKind = (kind: AddressKind): string =>
  ({
    public: 'a public address',
    loopback: 'this machine itself',
    private: 'a private network',
    'link-local': 'the local link, where cloud machines keep their credentials',
    metadata: 'an address where cloud machines keep their credentials',
    special: 'an address that is not on the public internet',
  })[kind]

/** What to do about a refused address, for the end of a message. */
export const HOW_TO_ALLOW = 'Only the user can allow it, by naming its origin in the setting web.allowHosts.'

function parse(address: string, base?: URL): URL | undefined {
  const url = URL.parse(address, base?.href)
  if (!url) return undefined
  url.hash = ''
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  return url
}

function refuseParts(url: URL): Result<never> | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refuse('url-scheme', `Only http and https can be fetched, not ${url.protocol.slice(0, 20)}`)
  if (url.username || url.password)
    return refuse('url-credentials', 'A URL with a user name or password is not fetched.')
  if (hasBadPort(url)) return refuse('url-port', `Port ${url.port} belongs to another protocol and is refused.`)
  if (url.href.length > MAX_CHARACTERS)
    return refuse('url-too-long', `The URL has more than ${MAX_CHARACTERS} characters.`)
  return undefined
}

function refuseHost(url: URL, allowHosts: AllowHosts): Result<never> | undefined {
  if (isAllowedOrigin(url, allowHosts)) return undefined
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) === 0) return refuseName(host)
  const kind = kindOfAddress(host)
  if (kind === 'public') return undefined
  return refuse(
    'address-not-public',
    `${url.host} leads to ${describeKind(kind)}, so it is not fetched. ${HOW_TO_ALLOW}`,
  )
}

function refuseName(name: string): Result<never> | undefined {
  const labels = name.split('.')
  if (labels.some((label) => label === '')) return refuse('url-invalid', `"${name}" is not a valid host name.`)
  const isLocal = labels.length < 2 || LOCAL_NAMES.some((local) => name.endsWith(`.${local}`) || name === local)
  return isLocal
    ? refuse('name-not-public', `"${name}" is a local network name, so it is not fetched. ${HOW_TO_ALLOW}`)
    : undefined
}

function originsOf(entry: string): readonly string[] {
  const addresses = entry.includes('://') ? [entry] : [`http://${entry}`, `https://${entry}`]
  return addresses.flatMap((address) => {
    const url = parse(address)
    return url && (url.protocol === 'http:' || url.protocol === 'https:') ? [url.origin] : []
  })
}
