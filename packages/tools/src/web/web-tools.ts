import type { Tool } from '../tool.ts'
import { crawlTool } from './crawl-tool.ts'
import type { AllowHosts } from './guard/check-url.ts'
import type { GuardOptions } from './guard/guarded-request.ts'
import type { SearchSettings } from './search/engines.ts'
import { webfetchTool } from './webfetch-tool.ts'
import { websearchTool } from './websearch-tool.ts'

export type WebToolsOptions = {
  /** Non-public origins or hosts that may be fetched. Only the user can name them, never a workspace. */
  readonly allowHosts?: AllowHosts
  /** The domains that may be crawled. If empty, a crawl stays on the origin where it starts. */
  readonly allowedDomains?: readonly string[]
  /** The search engine. Without one, the tool says how to configure it. */
  readonly search?: SearchSettings
  /** Where search engine keys and CHROMIUM_PATH are looked up. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Other limits, or other ways to resolve names and connect, for tests. */
  readonly guard?: Omit<GuardOptions, 'allowHosts' | 'mayFollow'>
}

/** The web tools: webfetch, websearch, crawl. */
export function webTools(options: WebToolsOptions): readonly Tool[] {
  const { allowHosts = [], allowedDomains = [], environment, search } = options
  const guard: GuardOptions = { ...options.guard, allowHosts }
  return [
    webfetchTool({ guard }),
    websearchTool({ settings: search, environment, guard: options.guard ?? {} }),
    crawlTool({ guard, allowedDomains, environment }),
  ] as readonly Tool[]
}
