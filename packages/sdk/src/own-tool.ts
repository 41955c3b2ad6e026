import { doubtfulReferences } from '@convene/domain'
import type { Program } from '@convene/host'
import type { Tool } from '@convene/tools'
import { ConveneError } from './error.ts'
import type { RunOptions, ToolDefinition } from './types.ts'

/** The tool as the program knows it. Rules name it by its own name. */
export function toolOf<Input>({ name, description, input, readOnly = false, run }: ToolDefinition<Input>): Tool<Input> {
  return {
    name,
    description,
    input,
    permission: name,
    readOnly,
    // Nobody knows what third-party code can touch, so limits on files and hosts assume everything.
    reaches: readOnly ? [] : 'everything',
    needsNoFolder: true,
    inspect: async (value) => [{ permission: name, target: JSON.stringify(value) ?? '' }],
    run: async (value, _context, signal) => {
      try {
        return { ok: true, output: await run(value, signal as AbortSignal) }
      } catch (error) {
        return { ok: false, output: error instanceof Error ? error.message : String(error) }
      }
    },
  }
}

/** Refuses tools that no agent would get: a name that nothing has, or one that two tools have. */
export async function refuseUnknownTools(program: Program, { agents = [] }: RunOptions): Promise<void> {
  const toolbox = await program.tools()
  const own = (program.provided.tools ?? []).map(({ name }) => name)
  const wanted = agents.flatMap((agent) => (typeof agent === 'string' || !agent.tools ? [] : [agent]))
  if (own.length === 0 && wanted.length === 0) return
  await toolbox.ready()
  const names = toolbox.list().map(({ name }) => name)
  const taken = own.find((name) => names.filter((other) => other === name).length > 1)
  if (taken !== undefined) throw refused('bad_tool', `There is already a tool called "${taken}". Choose another name.`)
  const referring = wanted.map(({ name, tools = [] }) => ({
    ...{ slug: name, name, spawns: [], delegates: [] },
    tools: { only: [...tools] },
  }))
  const [doubt] = doubtfulReferences(referring, { tools: names, agents: [] }).filter(({ message }) =>
    message.startsWith('tools.'),
  )
  if (doubt) throw refused('unknown_tool', `${doubt.slug}: ${doubt.message.replace(/^tools\.only: /u, '')}`)
}

const refused = (code: string, message: string) => new ConveneError({ code, message })
