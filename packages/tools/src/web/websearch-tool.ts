import { z } from 'zod'
import { lazyTool } from '../lazy-tool.ts'
import type { Tool } from '../tool.ts'
import type { SearchOptions } from './search/search-web.ts'

const Input = z.strictObject({
  query: z.string().trim().min(1).max(400).describe('What to search for.'),
  count: z.int().min(1).max(20).default(8).describe('How many results at most.'),
})
export type WebsearchInput = z.infer<typeof Input>

export type WebsearchOptions = Omit<SearchOptions, 'settings'> & {
  readonly settings: SearchOptions['settings'] | undefined
}

/** Searches the web through the engine that the user has configured. */
export const websearchTool = (options: WebsearchOptions): Tool<WebsearchInput> =>
  lazyTool(
    {
      name: 'websearch',
      description:
        'Search the web. Gives numbered results with title, URL and a few words of each; read a page with webfetch.',
      input: Input,
      permission: 'websearch',
      readOnly: true,
      reaches: ['network'],
      timeoutMs: 45_000,
    },
    async () => (await import('./websearch-work.ts')).websearchWork(options),
  )
