import { linkSchemes } from '@convene/domain'

/** A link's target if it is a web page or email address. Null for anything else, such as `javascript:` and `data:`. */
export function linkAddress(href: string): { readonly href: string; readonly host: string } | null {
  if (!URL.canParse(href)) return null
  const url = new URL(href)
  if (url.protocol === 'mailto:') return { href: url.href, host: url.pathname.split('?')[0] ?? '' }
  if (!linkSchemes.includes(url.protocol)) return null
  return { href: url.href, host: url.host }
}
