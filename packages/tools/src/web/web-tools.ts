import type { Tool } from '../tool.ts'
import { crawlTool } from './crawl-tool.ts'
import type { AllowHosts } from './guard/check-url.ts'
import type { GuardOptions } from './guard/guarded-request.ts'
import type { SearchSettings } from './search/engines.ts'
import { webfetchTool } from './webfetch-tool.ts'
import { websearchTool } from './websearch-tool.ts'

export type WebToolsOptions = {
  /** Origins or hosts that may be fetched though they are not public. Only the user may name them, never a workspace. */
  readonly allowHosts?: AllowHosts
  /** The domains that may be crawled; none named: each crawl stays on the origin it begins at. */
  readonly allowedDomains?: readonly string[]
  /** The engine for searches; none: the tool says how to configure one. */
  readonly search?: SearchSettings
  /** Where keys of engines and CHROMIUM_PATH are looked up. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Other limits, or other ways to resolve names and connect, as tests need them. */
  readonly guard?: Omit<GuardOptions, 'allowHosts' | 'mayFollow'>
}

/** The tools for the web: webfetch, websearch, crawl. */
export function webTools(options: WebToolsOptions): readonly Tool[] {
  const { allowHosts = [], allowedDomains = [], environment, search } = options
  const guard: GuardOptions = { ...options.guard, allowHosts }
  return [
    webfetchTool({ guard }),
    websearchTool({ settings: search, environment, guard: options.guard ?? {} }),
    crawlTool({ guard, allowedDomains, environment }),
  ] as readonly Tool[]
}
