import { withoutEnd } from '@convene/domain'
import { z } from 'zod'
import type { WebRequest } from '../guard/guarded-request.ts'

/** Which engine answers searches. `apiKeyEnv` is the name of an environment variable, never the key itself. */
export type SearchSettings = {
  readonly engine: EngineName
  readonly url?: string
  readonly apiKeyEnv?: string
}

export type EngineName = 'searxng' | 'brave' | 'tavily'

/** A single search result. */
export type SearchHit = {
  readonly title: string
  readonly url: string
  readonly snippet: string
  readonly date?: string
}

export type Search = { readonly query: string; readonly count: number }

/** How to query one engine and read its response. */
export type SearchEngine = {
  /** Its default address. Undefined if every user has their own. */
  readonly url: string | undefined
  /** The usual variable for its key. Undefined if it needs none. */
  readonly apiKeyEnv: string | undefined
  request(address: URL, search: Search, apiKey: string | undefined): WebRequest
  /** The results in a response. Undefined if it did not come from this engine. */
  read(answer: unknown): readonly SearchHit[] | undefined
}

const Text = z
  .string()
  .nullish()
  .transform((text) => text ?? '')

const SearxngAnswer = z.object({
  results: z.array(z.object({ title: Text, url: z.string(), content: Text, publishedDate: Text })),
})
const BraveAnswer = z.object({
  web: z
    .object({ results: z.array(z.object({ title: Text, url: z.string(), description: Text, age: Text })) })
    .optional(),
})
const TavilyAnswer = z.object({
  results: z.array(z.object({ title: Text, url: z.string(), content: Text, published_date: Text })),
})

const searxng: SearchEngine = {
  url: undefined,
  apiKeyEnv: undefined,
  request: (address, { query }, apiKey) => ({
    url: withQuery(under(address, 'search'), { q: query, format: 'json' }),
    headers: { accept: 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
  }),
  read: (answer) =>
    SearxngAnswer.safeParse(answer).data?.results.map(({ title, url, content, publishedDate }) =>
      found(title, url, content, publishedDate),
    ),
}

const brave: SearchEngine = {
  url: 'https://api.search.brave.com/res/v1/web/search',
  apiKeyEnv: 'BRAVE_API_KEY',
  request: (address, { query, count }, apiKey) => ({
    url: withQuery(address, { q: query, count: String(count), text_decorations: 'false' }),
    headers: { accept: 'application/json', 'x-subscription-token': apiKey ?? '' },
  }),
  read: (answer) => {
    const parsed = BraveAnswer.safeParse(answer).data
    return (
      parsed &&
      (parsed.web?.results ?? []).map(({ title, url, description, age }) => found(title, url, description, age))
    )
  },
}

const tavily: SearchEngine = {
  url: 'https://api.tavily.com/search',
  apiKeyEnv: 'TAVILY_API_KEY',
  request: (address, { query, count }, apiKey) => ({
    url: address.href,
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: `Bearer ${apiKey ?? ''}`,
    },
    body: JSON.stringify({ query, max_results: count, search_depth: 'basic' }),
  }),
  read: (answer) =>
    TavilyAnswer.safeParse(answer).data?.results.map(({ title, url, content, published_date }) =>
      found(title, url, content, published_date),
    ),
}

/** The supported engines, by their name in the settings. */
export const engines: Readonly<Record<EngineName, SearchEngine>> = { searxng, brave, tavily }

const found = (title: string, url: string, snippet: string, date: string): SearchHit => ({
  title,
  url,
  snippet,
  ...(date && { date }),
})

const under = (address: URL, path: string): URL => {
  const base = withoutEnd(address.pathname, '/')
  return new URL(base.endsWith(`/${path}`) ? base : `${base}/${path}`, address)
}

function withQuery(address: URL, values: Readonly<Record<string, string>>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}
