import { z } from 'zod'
import { failed } from '../failed-output.ts'
import type { Tool } from '../tool.ts'
import type { SearchHit } from './search/engines.ts'
import type { SearchOptions } from './search/search-web.ts'
import { searchAddress, searchWeb } from './search/search-web.ts'

const Input = z.strictObject({
  query: z.string().trim().min(1).max(400).describe('What to search for.'),
  count: z.int().min(1).max(20).default(8).describe('The most results to return.'),
})
type WebsearchInput = z.infer<typeof Input>

type WebsearchOptions = Omit<SearchOptions, 'settings'> & {
  readonly settings: SearchOptions['settings'] | undefined
}

const NOT_CONFIGURED =
  'No search engine is configured, so the web cannot be searched. The user can name one in the settings: ' +
  '"web": { "search": { "engine": "searxng", "url": "http://127.0.0.1:8080" } }, or the engine "brave" or "tavily" ' +
  'with its key in the environment variable BRAVE_API_KEY or TAVILY_API_KEY. A page whose address you know can be fetched with webfetch.'

/** Searches the web through the configured search engine. */
export const websearchTool = ({ settings, ...options }: WebsearchOptions): Tool<WebsearchInput> => ({
  name: 'websearch',
  description:
    'Search the web. Returns numbered results with title, URL and a short excerpt. Read a page with webfetch.',
  input: Input,
  permission: 'websearch',
  readOnly: true,
  reaches: ['network'],
  timeoutMs: 45_000,
  inspect: async ({ query }) => {
    const address = settings && searchAddress(settings)?.href
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

const show = ({ title, url, snippet, date }: SearchHit, index: number): string =>
  [
    `${index + 1}. ${title || '(no title)'}${date ? ` (${date})` : ''}`,
    `   ${url}`,
    ...(snippet ? [`   ${snippet}`] : []),
  ].join('\n')
