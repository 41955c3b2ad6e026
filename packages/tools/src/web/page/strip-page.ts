import type { PageDocument, PageElement } from './dom.ts'

/** Everything that is not content, or is invisible to people. */
const USELESS = [
  'script:not([type="application/ld+json"])',
  'style, noscript, template, iframe, frame, object, embed, applet, svg, canvas, audio, video, map',
  'button, input, select, textarea, datalist, progress, meter',
  'nav, footer, aside, menu, dialog:not([open])',
  '[role="navigation"], [role="contentinfo"], [role="complementary"], [role="search"], [role="dialog"]',
  '[hidden], [aria-hidden="true"], .sr-only, .visually-hidden, .screen-reader-text',
].join(', ')
const HIDING =
  /display\s*:\s*none|visibility\s*:\s*(hidden|collapse)|opacity\s*:\s*0?\.?0+\s*(;|!|$)|font-size\s*:\s*0|(left|right|top|bottom|text-indent)\s*:\s*-\s*\d{3,}|clip(-path)?\s*:\s*(rect|inset)/i

const MAX_ADDRESS = 2_048

/** Removes what is not content, and text that only machines would read. */
export function stripPage(document: PageDocument): void {
  for (const element of document.querySelectorAll(USELESS)) if (!isWhole(element)) element.remove()
  for (const element of document.querySelectorAll('[style]'))
    if (HIDING.test(element.getAttribute('style') ?? '') && !isWhole(element)) element.remove()
  for (const link of document.querySelectorAll('a'))
    if (/^[\s¶#§]*$/.test(link.textContent) && isBare(link)) link.remove()
}

const isWhole = (element: PageElement): boolean => /^(html|head|body)$/i.test(element.nodeName)

const isBare = (link: PageElement): boolean => link.querySelector('img') === null

/** Makes link and image addresses absolute, and removes those that do not lead to the web. */
export function absolutise(document: PageDocument, pageUrl: string): void {
  const base = webAddress(document.querySelector('base[href]')?.getAttribute('href') ?? '', pageUrl) ?? pageUrl
  for (const [selector, name] of [
    ['a[href], area[href]', 'href'],
    ['img[src]', 'src'],
  ] as const)
    for (const element of document.querySelectorAll(selector)) {
      const address = webAddress(element.getAttribute(name) ?? '', base)
      if (address === undefined) element.removeAttribute(name)
      else element.setAttribute(name, address)
    }
}

/** The page's unique links, without those marked `nofollow`. */
export function linksOf(document: PageDocument): readonly string[] {
  const links = new Set<string>()
  for (const link of document.querySelectorAll('a[href], area[href]')) {
    if (/\bnofollow\b/i.test(link.getAttribute('rel') ?? '')) continue
    const url = URL.parse(link.getAttribute('href') ?? '')
    if (!url || url.protocol === 'mailto:') continue
    url.hash = ''
    links.add(url.href)
  }
  return [...links]
}

/** The page's robots meta tag. */
export const robotsOf = (document: PageDocument): string =>
  document.querySelector('meta[name="robots" i]')?.getAttribute('content')?.toLowerCase() ?? ''

/** The target of a meta refresh. It is reported, not followed. */
export function forwardOf(document: PageDocument, pageUrl: string): string | undefined {
  const content = document.querySelector('meta[http-equiv="refresh" i]')?.getAttribute('content') ?? ''
  const target = /^[\d.\s]*[;,]\s*url\s*=\s*["']?([^"']+)/i.exec(content.slice(0, MAX_ADDRESS))?.[1]
  return target === undefined ? undefined : webAddress(target, pageUrl)
}

function webAddress(address: string, base: string): string | undefined {
  const url = URL.parse(address.trim(), base)
  if (!url || !/^(https?|mailto):$/.test(url.protocol) || url.username || url.password) return undefined
  return url.href.length > MAX_ADDRESS ? undefined : url.href
}
