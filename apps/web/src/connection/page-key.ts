import { rememberedValue, rememberValue } from '../ui/theme/remembered.ts'
import { isServerProven } from './own-server.ts'

const KEPT_AS = 'page-key'

/**
 * The page's key: from the link's hash, or stored from an earlier visit. It is removed from the address at once. A key
 * the server does not know may come from an attacker and does not replace the stored one.
 */
export async function takePageKey(
  place: Pick<Location, 'hash' | 'host'>,
  history: Pick<History, 'replaceState'>,
  isKnown: (key: string, host: string) => Promise<boolean> = isServerProven,
): Promise<string | null> {
  const kept = rememberedValue(KEPT_AS)
  const brought = broughtBy(place.hash)
  if (!brought) return kept
  history.replaceState(null, '', brought.to)
  const isRight = brought.key === kept || (await isKnown(brought.key, place.host).catch(() => false))
  if (!isRight) return kept
  rememberValue(KEPT_AS, brought.key)
  return brought.key
}

/** Key and target from the link, or nothing if the hash is a route. */
export function broughtBy(hash: string): { readonly key: string; readonly to: string } | null {
  if (!hash.startsWith('#key=')) return null
  const brought = new URLSearchParams(hash.slice(1))
  const to = brought.get('to') ?? '/'
  return { key: brought.get('key') ?? '', to: /^\/(?![/\\])[^\\]*$/u.test(to) ? to : '/' }
}
