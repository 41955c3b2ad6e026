import { setTimeout as delay } from 'node:timers/promises'
import { type Refusal, refuse } from '@convene/domain'
import type { AbortSignal } from '@convene/engine'
import type { PageBrowser } from './browser/open-browser.ts'
import { robotsOfSites } from './crawl/robots-of.ts'
import { type CrawlScope, inScope, isCovered } from './crawl/scope.ts'
import { type FetchedPage, readResponse } from './fetch-page.ts'
import { type Deadline, startDeadline } from './guard/deadline.ts'
import { type GuardOptions, guardedRequest, type WebResponse } from './guard/guarded-request.ts'
import { kindOfContent } from './page/content-kind.ts'
import { staysOnSite } from './webfetch-tool.ts'

export type CrawlRequest = {
  readonly start: URL
  readonly depth: number
  readonly maxPages: number
  readonly allowedDomains: readonly string[]
}

export type CrawlOptions = {
  readonly guard: GuardOptions
  readonly browser: PageBrowser | undefined
  readonly limits?: Partial<CrawlLimits>
}

/** `milliseconds` and `bytes` are for the whole crawl. */
export type CrawlLimits = { readonly milliseconds: number; readonly bytes: number }

/** What was read, what was skipped and why, and what ended the crawl early. */
export type Crawled = {
  readonly pages: readonly FetchedPage[]
  readonly skipped: readonly { readonly url: string; readonly why: string }[]
  readonly end: 'done' | 'pages' | 'bytes' | 'time' | 'stopped'
}

const LIMITS: CrawlLimits = { milliseconds: 120_000, bytes: 25_000_000 }
/** The longest pause we grant a site that asks for more: the crawl is small and bounded. */
const MAX_PAUSE_MS = 5_000

/**
 * Reads a site from its start, breadth first, no more and no faster than the site and the limits allow. Never throws.
 */
export async function crawl(request: CrawlRequest, options: CrawlOptions, signal: AbortSignal): Promise<Crawled> {
  const limits = { ...LIMITS, ...options.limits }
  const deadline = startDeadline(limits.milliseconds, signal)
  try {
    return await new Crawl(request, options, deadline).run(limits.bytes)
  } finally {
    deadline.clear()
  }
}

class Crawl {
  readonly #request: CrawlRequest
  readonly #options: CrawlOptions
  readonly #deadline: Deadline
  readonly #robots: ReturnType<typeof robotsOfSites>
  readonly #seen = new Set<string>()
  readonly #pages: FetchedPage[] = []
  readonly #skipped: { url: string; why: string }[] = []
  #scope: CrawlScope
  #bytes = 0

  constructor(request: CrawlRequest, options: CrawlOptions, deadline: Deadline) {
    this.#request = request
    this.#options = options
    this.#deadline = deadline
    this.#robots = robotsOfSites(options.guard)
    const { start, allowedDomains } = request
    this.#scope = { start, allowedDomains, allowHosts: options.guard.allowHosts ?? [] }
  }

  async run(maxBytes: number): Promise<Crawled> {
    let level: readonly URL[] = [this.#request.start]
    this.#seen.add(this.#request.start.href)
    for (let depth = 0; depth <= this.#request.depth && level.length > 0; depth++) {
      const next: URL[] = []
      for (const url of level) {
        const end = this.#endedBy(maxBytes)
        if (end) return this.#result(end)
        const page = await this.#visit(url)
        if (page) next.push(...this.#newLinks(page))
      }
      level = next
    }
    return this.#result(this.#deadline.ended ?? 'done')
  }

  #result(end: Crawled['end']): Crawled {
    return { pages: this.#pages, skipped: this.#skipped, end }
  }

  #endedBy(maxBytes: number): Exclude<Crawled['end'], 'done'> | undefined {
    if (this.#deadline.ended) return this.#deadline.ended
    if (this.#pages.length >= this.#request.maxPages) return 'pages'
    return this.#bytes >= maxBytes ? 'bytes' : undefined
  }

  async #visit(url: URL): Promise<FetchedPage | undefined> {
    const response = await this.#fetch(url)
    const page = response.ok ? await this.#read(response.value) : response
    if (page.ok) this.#pages.push(page.value)
    else if (page.refusal.code !== 'seen') this.#skip(url, page.refusal)
    return page.ok ? page.value : undefined
  }

  #skip({ href }: URL, { message }: Refusal): void {
    this.#skipped.push({ url: href, why: message })
  }

  async #fetch(url: URL) {
    const { signal } = this.#deadline
    const robots = await this.#robots(url, signal)
    if (!robots.allows(url)) return refuse('robots', 'Disallowed by robots.txt.')
    const pause = Math.min(robots.delay * 1_000, MAX_PAUSE_MS)
    if (pause > 0 && this.#pages.length > 0) await delay(pause, undefined, { signal }).catch(() => {})
    const mayFollow = (from: URL, to: URL) =>
      staysOnSite(from, to) || isCovered(to, this.#scope.start, this.#scope.allowedDomains)
    const response = await guardedRequest({ url: url.href }, { ...this.#options.guard, mayFollow }, signal)
    if (response.ok) this.#bytes += response.value.body.length
    return response
  }

  async #read(response: WebResponse) {
    const { signal } = this.#deadline
    const url = new URL(response.url)
    if (this.#pages.some((known) => known.url === url.href)) return refuse('seen', 'It was already read.')
    if (!(await this.#robots(url, signal)).allows(url))
      return refuse('robots', 'It redirects to a page that robots.txt disallows.')
    if (this.#pages.length === 0) this.#scope = { ...this.#scope, start: url }
    this.#seen.add(url.href)
    return readResponse(await this.#rendered(response), 'markdown', signal)
  }

  async #rendered(response: WebResponse): Promise<WebResponse> {
    const { browser } = this.#options
    const isPage = response.status === 200 && kindOfContent(response.headers['content-type'], response.body) === 'html'
    if (!browser || !isPage) return response
    const rendered = await browser.render(response, this.#deadline.signal)
    if (rendered.ok) return rendered.value
    this.#skipped.push({ url: response.url, why: `${rendered.refusal.message}; it is given as it was fetched.` })
    return response
  }

  #newLinks(page: FetchedPage): readonly URL[] {
    return page.links.flatMap((link) => {
      const url = inScope(link, this.#scope)
      if (!url || this.#seen.has(url.href)) return []
      this.#seen.add(url.href)
      return [url]
    })
  }
}
