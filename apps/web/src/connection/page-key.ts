import { remember, remembered } from '../theme/remembered.ts'
import { isProven } from './own-server.ts'

const KEPT_AS = 'page-key'

/**
 * The key of this page: what the link brought behind `#`, else what was kept of an earlier one. It leaves the address at
 * once. One that the server does not know was written by somebody else, and takes the place of none.
 */
export async function takePageKey(
  place: Pick<Location, 'hash' | 'host'>,
  history: Pick<History, 'replaceState'>,
  isKnown: (key: string, host: string) => Promise<boolean> = isProven,
): Promise<string | null> {
  const kept = remembered(KEPT_AS)
  const brought = broughtBy(place.hash)
  if (!brought) return kept
  history.replaceState(null, '', brought.to)
  const isRight = brought.key === kept || (await isKnown(brought.key, place.host).catch(() => false))
  if (!isRight) return kept
  remember(KEPT_AS, brought.key)
  return brought.key
}

/** What the link led here with; nothing where the address is a place of the page. */
export function broughtBy(hash: string): { readonly key: string; readonly to: string } | null {
  if (!hash.startsWith('#key=')) return null
  const brought = new URLSearchParams(hash.slice(1))
  const to = brought.get('to') ?? '/'
  return { key: brought.get('key') ?? '', to: /^\/(?![/\\])[^\\]*$/u.test(to) ? to : '/' }
}
