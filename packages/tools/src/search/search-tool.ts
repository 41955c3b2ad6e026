import type { EventLog } from '@convene/engine'
import { z } from 'zod'
import { lazyTool } from '../lazy-tool.ts'
import type { Tool } from '../tool.ts'
import type { Embedder } from './embedder.ts'
import type { SearchWork } from './search-work.ts'

const Input = z.strictObject({
  query: z.string().trim().min(1).max(1_000).describe('Words, a question, or a "phrase in quotes".'),
  path: z.string().min(1).default('.').describe('Only in this folder of the workspace.'),
  scope: z
    .enum(['all', 'workspace', 'sessions'])
    .default('all')
    .describe('Files, past sessions in this workspace, or both.'),
  by: z
    .enum(['auto', 'words', 'meaning'])
    .default('auto')
    .describe('"meaning" also finds what is said in other words (English; slower the first time).'),
  limit: z.number().int().min(1).max(50).default(10),
})
export type SearchInput = z.infer<typeof Input>

export type SearchToolOptions = {
  readonly home: string
  readonly sessions?: Pick<EventLog, 'list'>
  /** Another model of meaning than the local one. */
  readonly embedder?: Embedder
  readonly indexMs?: number
  readonly embedMs?: number
}

/** Full-text and semantic search over the workspace and its past sessions. */
export function searchTool(options: SearchToolOptions): { readonly tool: Tool<SearchInput>; close(): Promise<void> } {
  let work: Promise<SearchWork> | undefined
  const tool = lazyTool<SearchInput>(
    {
      name: 'search',
      description:
        'Searches the workspace and the past sessions in it by words and, where asked or where words find little, by meaning. Gives "path:line" with a snippet, best first. For an exact string or a pattern use grep.',
      input: Input,
      permission: 'search',
      readOnly: true,
      reaches: ['files'],
      timeoutMs: 180_000,
    },
    () => {
      work = import('./search-work.ts').then(({ searchWork }) => searchWork(options))
      return work
    },
  )
  return { tool, close: async () => (await work)?.close() }
}
