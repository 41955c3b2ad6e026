import type { Resource } from '@convene/domain'
import type { EventLog, ListedSession } from '@convene/engine'
import { z } from 'zod'
import { resolvePath } from '../path/resolve-path.ts'
import { touching } from '../path/touch.ts'
import type { Tool, ToolContext } from '../tool.ts'
import type { Embedder } from './embedder.ts'
import type { Hit } from './find-passages.ts'
import { localEmbedder } from './local-embedder.ts'
import { workspaceSearch } from './workspace-search.ts'

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
    .describe('"meaning" also finds different wording (English only, slower the first time).'),
  limit: z.number().int().min(1).max(50).default(10),
})
type SearchInput = z.infer<typeof Input>

export type SearchToolOptions = {
  readonly home: string
  readonly sessions?: Pick<EventLog, 'list'>
  /** An embedding model other than the local one. */
  readonly embedder?: Embedder
  readonly indexMs?: number
  readonly embedMs?: number
}

/** Full-text and semantic search over the workspace and its past sessions. `close` ends its threads. */
export function searchTool(options: SearchToolOptions): { readonly tool: Tool<SearchInput>; close(): Promise<void> } {
  const files = workspaceSearch({ ...options, embedder: options.embedder ?? localEmbedder() })
  return {
    tool: {
      name: 'search',
      description:
        'Searches the workspace and its past sessions by words and, on request or if words find little, by meaning. Returns "path:line" with a snippet, best first. For an exact string or a pattern use grep.',
      input: Input,
      permission: 'search',
      readOnly: true,
      reaches: ['files'],
      timeoutMs: 180_000,
      inspect,
      run: async (input, context, signal) => {
        const folder = await folderOf(input.path, context)
        if (folder === undefined) return { ok: false, output: `"${input.path}" is not a folder in the workspace.` }
        const { query, by, limit } = input
        const asked = { workspace: context.workspace, query, folder, by, limit }
        const found = input.scope === 'sessions' ? nothing : await files.search(asked, signal)
        if (!found.ok) return { ok: false, output: found.why }
        const sessions = input.scope === 'workspace' ? [] : await sessionsFor(options.sessions, input, context)
        return { ok: true, output: say(found.hits, sessions, found.notes) }
      },
    },
    close: files.close,
  }
}

const nothing = { ok: true, hits: [], notes: [] } as const

async function inspect({ path, scope }: SearchInput, context: ToolContext): Promise<readonly Resource[]> {
  const place = await resolvePath(context.workspace, path)
  if (!place.ok)
    return [{ permission: 'search', target: path, verdict: 'deny', invalid: true, note: place.refusal.message }]
  const sessions: readonly Resource[] =
    scope === 'workspace' ? [] : [{ permission: 'search', target: 'sessions', beyond: ['files'] }]
  return scope === 'sessions' ? sessions : [...touching('search', place.value), ...sessions]
}

/** Ends with a slash, `''` for the workspace itself. Undefined if it is not a folder in the workspace. */
async function folderOf(path: string, { workspace }: ToolContext): Promise<string | undefined> {
  const place = await resolvePath(workspace, path)
  if (!place.ok || place.value.kind !== 'folder' || place.value.inside === undefined) return undefined
  return place.value.inside === '.' ? '' : `${place.value.inside}/`
}

/** Only this workspace: sessions from elsewhere do not concern an agent working here. */
async function sessionsFor(
  log: Pick<EventLog, 'list'> | undefined,
  { query, limit }: SearchInput,
  context: ToolContext,
): Promise<readonly ListedSession[]> {
  if (!log) return []
  const listed = await log.list({ query: query.replaceAll('"', ' '), workspace: context.workspace, limit: limit + 1 })
  return listed.filter(({ id }) => id !== context.session).slice(0, limit)
}

function say(hits: readonly Hit[], sessions: readonly ListedSession[], notes: readonly string[]): string {
  if (hits.length === 0 && sessions.length === 0) return ['Nothing found.', ...notes].join('\n')
  const places = hits.map(({ path, line, snippet }) =>
    [`${path}:${line}`, ...snippet.map((one) => `  ${one}`)].join('\n'),
  )
  const past = sessions.map(
    ({ id, title, goal, phase, createdAt }) =>
      `session ${id} (${new Date(createdAt).toISOString().slice(0, 10)}, ${phase}) ${oneLine(title || goal)}\n  ${oneLine(goal)}`,
  )
  return [...places, ...past, ...notes].join('\n\n')
}

const MAX_GOAL = 300

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, MAX_GOAL)
