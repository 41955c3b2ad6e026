import { z } from 'zod'
import { lazyTool } from '../lazy-tool.ts'
import type { Tool } from '../tool.ts'
import type { GuardOptions } from './guard/guarded-request.ts'

const Input = z.strictObject({
  url: z.string().min(1).describe('Where to begin: https://example.com/docs/'),
  depth: z.int().min(0).max(5).default(1).describe('How many links away from the start; 0 is the start alone.'),
  maxPages: z.int().min(1).max(50).default(10).describe('How many pages at most.'),
  render: z
    .boolean()
    .default(true)
    .describe(
      'Run the scripts of the pages in a browser, if one is installed. Scripts load from other hosts: where only some hosts are allowed, give false.',
    ),
})
export type CrawlInput = z.infer<typeof Input>

export type CrawlToolOptions = {
  readonly guard: GuardOptions
  readonly allowedDomains: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Reads several pages of a site, rendered by a browser where there is one. */
export const crawlTool = (options: CrawlToolOptions): Tool<CrawlInput> =>
  lazyTool(
    {
      name: 'crawl',
      description:
        'Read a site from a page on: its links of the same origin are followed, breadth first, robots.txt is honoured. ' +
        'Scripts are run in a browser where one is installed. For a single page without scripts, webfetch is quicker.',
      input: Input,
      permission: 'crawl',
      readOnly: true,
      reaches: ['network'],
      timeoutMs: 170_000,
    },
    async () => (await import('./crawl-work.ts')).crawlWork(options),
  )
