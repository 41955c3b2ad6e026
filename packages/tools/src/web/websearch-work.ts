import type { ToolWork } from '../lazy-tool.ts'
import { failed } from '../say.ts'
import type { Found } from './search/engines.ts'
import { addressOf, searchWeb } from './search/search-web.ts'
import type { WebsearchInput, WebsearchOptions } from './websearch-tool.ts'

const NOT_CONFIGURED =
  'No search engine is configured, so the web cannot be searched. The user can name one in the settings: ' +
  '"web": { "search": { "engine": "searxng", "url": "http://127.0.0.1:8080" } }, or the engine "brave" or "tavily" ' +
  'with its key in the environment variable BRAVE_API_KEY or TAVILY_API_KEY. A page whose address you know can be fetched with webfetch.'

/** Asks the engine that the user has configured, or says how to configure one. */
export const websearchWork = ({ settings, ...options }: WebsearchOptions): ToolWork<WebsearchInput> => ({
  inspect: async ({ query }) => {
    const address = settings && addressOf(settings)?.href
    return [{ permission: 'websearch', target: query, ...(address !== undefined && { address }) }]
  },
  run: async ({ query, count }, _context, signal) => {
    if (!settings) return failed(NOT_CONFIGURED)
    const results = await searchWeb({ query, count }, { settings, ...options }, signal)
    if (!results.ok) return failed(results.refusal.message)
    return {
      ok: true,
      output: results.value.length === 0 ? 'Nothing was found.' : results.value.map(show).join('\n\n'),
    }
  },
})

const show = ({ title, url, snippet, date }: Found, index: number): string =>
  [
    `${index + 1}. ${title || '(no title)'}${date ? ` (${date})` : ''}`,
    `   ${url}`,
    ...(snippet ? [`   ${snippet}`] : []),
  ].join('\n')
