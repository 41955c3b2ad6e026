import { AGENT_STEP, type Resource } from '@convene/domain'
import { z } from 'zod'
import { bashTool } from '../bash/bash-tool.ts'
import { unifiedDiff } from '../diff/unified-diff.ts'
import { inputPreview } from '../input-preview.ts'
import { resolvePath } from '../path/resolve-path.ts'
import { whySensitive } from '../path/sensitive.ts'
import { reading, refusedPath, targetOf, touching } from '../path/touch.ts'
import type { Tool, ToolContext } from '../tool.ts'
import { urlResource } from '../web/webfetch-tool.ts'

const Input = z.object({
  agent: z.string().describe('The program that asks.'),
  kind: z.string().describe('What kind of step it is, in the words of the protocol.'),
  title: z.string(),
  command: z.string().optional(),
  paths: z.array(z.string()).optional(),
  url: z.string().optional(),
  changes: z.array(z.object({ path: z.string(), before: z.string(), after: z.string() })).optional(),
})
type Input = z.infer<typeof Input>

const changing: readonly string[] = ['edit', 'delete', 'move']
const looking: readonly string[] = ['read', 'search']

type Options = { readonly home: string; readonly environment?: { readonly [name: string]: string | undefined } }

/**
 * What a whole coding agent asks before it does something itself. It is judged by the rules for our own tools. Running it
 * does nothing: the answer goes back to the agent, which then does what it asked for.
 */
export const agentStepTool = (options: Options): Tool<Input> => {
  const sandbox = { kind: 'none' as const, why: 'the agent runs it itself' }
  const shell = bashTool({ ...options, sandbox })
  return {
    name: AGENT_STEP,
    description: 'Used by whole coding agents (acp/…): asks for permission for a step of theirs.',
    input: Input,
    permission: 'acp',
    readOnly: false,
    reaches: 'everything',
    inspect: async (input, context) => {
      if (input.command !== undefined) return shell.inspect({ command: input.command }, context)
      const paths = input.paths ?? []
      if (changing.includes(input.kind) && paths.length > 0) return editing(input, paths, context)
      if (looking.includes(input.kind) && paths.length > 0) return seen(paths, context)
      if (input.kind === 'fetch' && input.url) return [urlResource('webfetch', input.url)]
      return [{ permission: 'acp', target: `${input.agent} ${input.title}`, preview: inputPreview(input) }]
    },
    run: async ({ changes = [] }, context) => {
      const artifacts = changes.map(({ path, ...sides }) => ({
        kind: 'diff' as const,
        title: `Proposed by ${context.agent}: ${path}`,
        path,
        text: unifiedDiff(path, sides),
      }))
      return { ok: true, output: 'Allowed.', ...(artifacts.length > 0 && { artifacts }) }
    },
  }
}

async function editing({ changes = [] }: Input, paths: readonly string[], { workspace }: ToolContext) {
  const all = paths.map(async (path): Promise<readonly Resource[]> => {
    const place = await resolvePath(workspace, path)
    if (!place.ok) return refusedPath('edit', path, place.refusal)
    const change = changes.find((each) => each.path === path)
    const why = whySensitive(targetOf(place.value))
    const shown = change && { preview: unifiedDiff(targetOf(place.value), change) }
    return touching('edit', place.value).map((own) => ({ ...own, ...(why && { escalate: why }), ...shown }))
  })
  return (await Promise.all(all)).flat()
}

async function seen(paths: readonly string[], { workspace }: ToolContext): Promise<readonly Resource[]> {
  const all = paths.map(async (path) => {
    const place = await resolvePath(workspace, path)
    return place.ok ? reading('read', place.value) : refusedPath('read', path, place.refusal)
  })
  return (await Promise.all(all)).flat()
}
