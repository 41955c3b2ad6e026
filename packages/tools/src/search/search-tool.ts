import { countText, EVAL_TAG, type Resource } from '@convene/domain'
import type { EventLog, ListedSession } from '@convene/engine'
import { thread } from '@convene/platform'
import { z } from 'zod'
import { resolvePath } from '../path/resolve-path.ts'
import { touching } from '../path/touch.ts'
import type { Tool, ToolContext } from '../tool.ts'
import type { IndexAnswer, IndexRequest } from './index-thread.ts'

const Input = z.strictObject({
  query: z.string().trim().min(1).max(1_000).describe('Words, a question, or a "phrase in quotes".'),
  path: z.string().min(1).default('.').describe('Only in this folder of the workspace.'),
  scope: z
    .enum(['all', 'workspace', 'sessions'])
    .default('all')
    .describe('Files, past sessions in this workspace, or both.'),
  limit: z.number().int().min(1).max(50).default(10),
})
type SearchInput = z.infer<typeof Input>

export type SearchToolOptions = {
  /** The data folder. The index is a cache in it. */
  readonly home: string
  readonly sessions?: Pick<EventLog, 'list'>
  readonly indexMs?: number
}

const INDEX_MS = 20_000

/** Full-text search, with synonyms, over the workspace and its past sessions. `close` ends its thread. */
export function searchTool(options: SearchToolOptions): { readonly tool: Tool<SearchInput>; close(): Promise<void> } {
  const index = thread<IndexRequest, IndexAnswer>({
    entry: new URL('./index-thread.ts', import.meta.url),
    limitMs: 120_000,
    memoryMb: 1_024,
  })
  const { home, indexMs: budgetMs = INDEX_MS } = options
  return {
    tool: {
      name: 'search',
      description:
        'Searches the workspace and its past sessions by words, their forms ("retries" finds "retry") and common other words for the same thing in software ("authentication" finds "sign in"). It does not understand meaning. Returns "path:line" with a snippet, best first. If little is found, try other words for the same thing. For an exact string or a pattern use grep.',
      input: Input,
      permission: 'search',
      readOnly: true,
      reaches: ['files'],
      timeoutMs: 180_000,
      inspect,
      run: async (input, context, signal) => {
        const folder = await folderOf(input.path, context)
        if (folder === undefined) return { ok: false, output: `"${input.path}" is not a folder in the workspace.` }
        const { query, limit } = input
        const request = { home, workspace: context.workspace, query, folder, limit, budgetMs }
        const found = input.scope === 'sessions' ? nothing : await index.ask(request, signal)
        if (!found.ok) return { ok: false, output: found.why }
        const sessions = input.scope === 'workspace' ? [] : await sessionsFor(options.sessions, input, context)
        return { ok: true, output: say(found.answer, sessions) }
      },
    },
    close: index.close,
  }
}

const nothing = { ok: true, answer: { hits: [], left: 0 } } as const

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
  const listed = await log.list({
    query: query.replaceAll('"', ' '),
    workspace: context.workspace,
    sameSpaceAs: context.session,
    exceptTag: EVAL_TAG,
    limit: limit + 1,
  })
  return listed.filter(({ id }) => id !== context.session).slice(0, limit)
}

function say({ hits, left }: IndexAnswer, sessions: readonly ListedSession[]): string {
  const notes = left > 0 ? [`${countText(left, 'file')} not indexed yet. Search again to continue.`] : []
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
