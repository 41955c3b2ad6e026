import type { Resource } from '@convene/domain'
import { countText } from '@convene/domain'
import type { ToolOutput } from '@convene/engine'
import { ownSystem } from '@convene/platform'
import { z } from 'zod'
import { failed } from '../failed-output.ts'
import type { Tool } from '../tool.ts'
import { findPageBrowser } from './browser/find-browser.ts'
import { hasBrowserSandbox, openPageBrowser, type PageBrowser } from './browser/open-browser.ts'
import { isCovered } from './crawl/scope.ts'
import { type Crawled, crawl } from './crawl.ts'
import { checkUrl } from './guard/check-url.ts'
import type { GuardOptions } from './guard/guarded-request.ts'
import { showPage, urlResource } from './webfetch-tool.ts'

const Input = z.strictObject({
  url: z.string().min(1).describe('Where to begin: https://example.com/docs/'),
  depth: z.int().min(0).max(5).default(1).describe('How many links away from the start. 0 is the start page alone.'),
  maxPages: z.int().min(1).max(50).default(10).describe('The most pages to read.'),
  render: z
    .boolean()
    .default(true)
    .describe(
      'Run page scripts in a browser, if one is installed. Scripts load from other hosts, so use false if only some hosts are allowed.',
    ),
})
type CrawlInput = z.infer<typeof Input>

type CrawlToolOptions = {
  readonly guard: GuardOptions
  readonly allowedDomains: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
}

const NO_BROWSER = 'No browser is installed, so pages are returned as the server sends them, without running scripts.'
const UNSANDBOXED = 'The browser runs without its sandbox because this program runs as root.'

/** Reads several pages of a site, rendered by a browser if there is one. */
export const crawlTool = (options: CrawlToolOptions): Tool<CrawlInput> => ({
  name: 'crawl',
  description:
    'Read a site starting from a page: follows same-origin links breadth first and honours robots.txt. ' +
    'Scripts run in a browser if one is installed. For a single page without scripts, webfetch is faster.',
  input: Input,
  permission: 'crawl',
  readOnly: true,
  reaches: ['network'],
  timeoutMs: 170_000,
  inspect: async ({ url, render }) => inspect(url, render, options),
  run: async (input, _context, signal) => {
    const start = checkUrl(input.url, options.guard.allowHosts)
    if (!start.ok) return failed(start.refusal.message)
    if (!isCovered(start.value, start.value, options.allowedDomains)) return failed(outside(options))
    const { browser, note } = await browserFor(input.render, options)
    try {
      const request = { ...input, start: start.value, allowedDomains: options.allowedDomains }
      return show(await crawl(request, { guard: options.guard, browser }, signal), note)
    } finally {
      await browser?.close()
    }
  },
})

/** A page that may not be fetched may not be crawled either, so both permissions are checked. */
function inspect(url: string, render: boolean, { guard, allowedDomains }: CrawlToolOptions): readonly Resource[] {
  const own = urlResource('crawl', url, guard.allowHosts)
  if (own.verdict === 'deny') return [own]
  const start = new URL(own.target)
  if (!isCovered(start, start, allowedDomains)) return [{ ...own, verdict: 'deny', note: outside({ allowedDomains }) }]
  const note = render && !hasBrowserSandbox() ? { note: UNSANDBOXED, unsandboxed: true } : {}
  // Scripts and links to other allowed domains lead to hosts that no approval names.
  const beyond: Pick<Resource, 'beyond'> = render || allowedDomains.length > 0 ? { beyond: ['network'] } : {}
  return [
    { ...own, ...note, ...beyond },
    { ...own, permission: 'webfetch' },
  ]
}

const outside = ({ allowedDomains }: Pick<CrawlToolOptions, 'allowedDomains'>): string =>
  `Only these domains may be crawled: ${allowedDomains.join(', ')}.`

type Opened = { readonly browser: PageBrowser | undefined; readonly note: string | undefined }

async function browserFor(render: boolean, { guard, environment }: CrawlToolOptions): Promise<Opened> {
  if (!render) return { browser: undefined, note: undefined }
  const program = await findPageBrowser({ environment, platform: ownSystem.name })
  if (!program) return { browser: undefined, note: NO_BROWSER }
  const opened = await openPageBrowser({ program, environment, guard })
  if (!opened.ok)
    return { browser: undefined, note: `${opened.refusal.message} The pages are given without their scripts.` }
  return { browser: opened.value, note: hasBrowserSandbox() ? undefined : UNSANDBOXED }
}

const ENDS: Readonly<Record<Crawled['end'], string | undefined>> = {
  done: undefined,
  pages: 'There are more pages: raise maxPages, or start deeper.',
  bytes: 'The crawl ended early: size limit reached.',
  time: 'The crawl ended early: time limit reached.',
  stopped: 'The crawl was stopped.',
}
const MAX_SKIPPED = 20

function show({ pages, skipped, end }: Crawled, note: string | undefined): ToolOutput {
  const left = skipped.slice(0, MAX_SKIPPED).map(({ url, why }) => `- ${url}: ${why}`)
  const more = skipped.length > MAX_SKIPPED ? [`- and ${skipped.length - MAX_SKIPPED} more`] : []
  const about = [
    `${countText(pages.length, 'page')} read.`,
    ...[note, ENDS[end]].filter((line) => line !== undefined),
    ...(left.length > 0 ? ['Problems:', ...left, ...more] : []),
  ].join('\n')
  const parts = pages.map((page, index) => `=== Page ${index + 1} of ${pages.length} ===\n${showPage(page)}`)
  return { ok: pages.length > 0, output: [about, ...parts].join('\n\n') }
}
