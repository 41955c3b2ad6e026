import { type AllowHosts, checkUrl } from '../guard/check-url.ts'

export type CrawlScope = {
  /** Where the crawl began, after its redirects. */
  readonly start: URL
  /** Domains in scope, including subdomains. If empty, only the start's origin. */
  readonly allowedDomains: readonly string[]
  readonly allowHosts: AllowHosts
}

/** File types that are not pages, and not worth a request. */
const NO_PAGE =
  /\.(pdf|zip|gz|tgz|bz2|xz|7z|rar|exe|dmg|msi|deb|rpm|iso|jar|apk|png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|ogg|wav|webm|mov|avi|mkv|woff2?|ttf|otf|eot|css|js|mjs|map|wasm|docx?|xlsx?|pptx?)$/i

/** The link as it would be crawled. Undefined if it is out of scope. */
export function inScope(link: string, { start, allowedDomains, allowHosts }: CrawlScope): URL | undefined {
  const checked = checkUrl(link, allowHosts)
  if (!checked.ok || NO_PAGE.test(checked.value.pathname)) return undefined
  return isCovered(checked.value, start, allowedDomains) ? checked.value : undefined
}

/** Whether the URL is in an allowed domain or, if none are named, on the start's origin. */
export const isCovered = (url: URL, start: URL, allowedDomains: readonly string[]): boolean =>
  allowedDomains.length === 0
    ? url.origin === start.origin
    : allowedDomains.some((domain) => isOf(url.hostname, domain.toLowerCase().replace(/^\*?\./, '')))

const isOf = (hostname: string, domain: string): boolean =>
  domain !== '' && (hostname === domain || hostname.endsWith(`.${domain}`))
