import ipaddr from 'ipaddr.js'

/** Where an address leads. Only `public` may be contacted without the user's permission. */
export type AddressKind = 'public' | 'loopback' | 'private' | 'link-local' | 'metadata' | 'special'

/**
 * The kind of an address in its usual spelling. Addresses that embed another one (mapped, NAT64, 6to4, Teredo) are as
 * public as the embedded one. Anything unreadable is special.
 */
export function kindOfAddress(text: string): AddressKind {
  if (!ipaddr.isValid(text)) return 'special'
  const address = ipaddr.parse(text)
  return address.kind() === 'ipv4' ? kindOfVersion4(address as ipaddr.IPv4) : kindOfVersion6(address as ipaddr.IPv6)
}

/** Azure's host agent reveals the machine's secrets there, although the address looks public. */
const AZURE_HOST = '168.63.129.16'

function kindOfVersion4(address: ipaddr.IPv4): AddressKind {
  if (address.toString() === AZURE_HOST) return 'metadata'
  switch (address.range()) {
    case 'unicast':
      return 'public'
    case 'loopback':
    case 'unspecified':
      return 'loopback'
    case 'private':
    case 'carrierGradeNat':
      return 'private'
    case 'linkLocal':
      return 'link-local'
    default:
      return 'special'
  }
}

/** The only range assigned for use on the internet. The library calls everything it does not know unicast. */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3')

function kindOfVersion6(address: ipaddr.IPv6): AddressKind {
  switch (address.range()) {
    case 'loopback':
    case 'unspecified':
      return 'loopback'
    case 'linkLocal':
      return 'link-local'
    case 'uniqueLocal':
      return 'private'
    case 'ipv4Mapped':
      return kindOfVersion4(embedded(address, 6))
    case 'rfc6052':
      return isLocalTranslation(address) ? 'private' : kindOfVersion4(embedded(address, 6))
    case '6to4':
      return kindOfVersion4(embedded(address, 1))
    case 'teredo':
      return strictest(kindOfVersion4(embedded(address, 2)), kindOfVersion4(embedded(address, 6, 0xffff)))
    case 'unicast':
      return address.match(GLOBAL) ? 'public' : 'special'
    default:
      return 'special'
  }
}

/** `64:ff9b:1::/48` is translated by the local network's own rules. */
const isLocalTranslation = ({ parts }: ipaddr.IPv6): boolean => parts[2] !== 0

/** The IPv4 address in two groups of an IPv6 one. Teredo inverts all its bits. */
function embedded({ parts }: ipaddr.IPv6, at: number, turn = 0): ipaddr.IPv4 {
  const groups = [parts[at], parts[at + 1]].map((group) => (group ?? 0) ^ turn)
  return new ipaddr.IPv4(groups.flatMap((group) => [group >> 8, group & 0xff]))
}

const strictest = (one: AddressKind, other: AddressKind): AddressKind => (one === 'public' ? other : one)
