import { isAbsolute, join, resolve } from 'node:path'
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
  workdir: z.string().optional(),
  paths: z.array(z.string()).optional(),
  url: z.string().optional(),
  changes: z.array(z.object({ path: z.string(), before: z.string(), after: z.string() })).optional(),
  cut: z.array(z.string()).optional().describe('What was too long to be passed on whole.'),
})
type Input = z.infer<typeof Input>

const changing: readonly string[] = ['edit', 'delete', 'move']
const looking: readonly string[] = ['read', 'search']

type Options = { readonly home: string; readonly environment?: { readonly [name: string]: string | undefined } }

/**
 * A coding agent's request for permission before it does something itself. It is judged by the rules for our own tools.
 * Running it does nothing: the answer goes back to the agent, which then does what it asked for.
 */
export const agentStepTool = (options: Options): Tool<Input> => {
  const sandbox = { kind: 'none' as const, why: 'the agent runs it itself' }
  const shell = bashTool({ ...options, sandbox })
  return {
    name: AGENT_STEP,
    description: 'Used by coding agents (acp/…) to ask for permission for a step.',
    input: Input,
    permission: 'acp',
    readOnly: false,
    reaches: 'everything',
    inspect: async (input, context) => {
      const { command, workdir, kind, url, paths = [], changes = [] } = input
      const isChanged = (path: string) => changing.includes(kind) || changes.some((change) => change.path === path)
      const all = [
        command === undefined ? [] : await shell.inspect({ command, ...(workdir && { workdir }) }, context),
        await editing(input, paths.filter(isChanged), context),
        await seen(
          input,
          paths.filter((path) => !isChanged(path)),
          context,
        ),
        url ? [urlResource('webfetch', url)] : [],
        isExplained(input) ? [] : [unexplained(input)],
      ]
      return all.flat()
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

/** Whether the rules for our own tools fully cover the step. The kind that the agent reports is not proof. */
function isExplained({ kind, command, workdir, paths = [], url, cut = [] }: Input): boolean {
  if (cut.length > 0) return false
  if (command !== undefined) return kind === 'execute'
  if (workdir !== undefined) return false
  return kind === 'fetch' ? url !== undefined : [...changing, ...looking].includes(kind) && paths.length > 0
}

/** The step as a whole: allowing one part must not allow the rest. */
function unexplained(input: Input): Resource {
  const { agent, title, cut = [] } = input
  const note = `Too long to show or check in full: ${cut.join(', ')}.`
  const asks = cut.length > 0 && { verdict: 'ask' as const, note }
  return { permission: 'acp', target: `${agent} ${title}`, preview: inputPreview(input), ...asks }
}

const placeOf = ({ workdir = '.' }: Input, path: string, { workspace }: ToolContext) =>
  resolvePath(workspace, isAbsolute(path) ? path : join(workdir, path))

async function editing(input: Input, paths: readonly string[], context: ToolContext) {
  const { changes = [] } = input
  const all = paths.map(async (path): Promise<readonly Resource[]> => {
    const place = await placeOf(input, path, context)
    if (!place.ok) return refusedPath('edit', path, place.refusal)
    const change = changes.find((each) => each.path === path)
    const why = whySensitive(targetOf(place.value))
    const shown = change && { preview: unifiedDiff(targetOf(place.value), change) }
    return touching('edit', place.value).map((own) => ({ ...own, ...(why && { escalate: why }), ...shown }))
  })
  return (await Promise.all(all)).flat()
}

async function seen(input: Input, named: readonly string[], context: ToolContext): Promise<readonly Resource[]> {
  const paths =
    input.command === undefined && input.workdir !== undefined
      ? [...named, resolve(context.workspace, input.workdir)]
      : named
  const all = paths.map(async (path) => {
    const place = await placeOf(input, path, context)
    return place.ok ? reading('read', place.value) : refusedPath('read', path, place.refusal)
  })
  return (await Promise.all(all)).flat()
}
