import type { Telemetry } from '@convene/engine'
import type { FileProblem } from '@convene/platform'
import { cleanUpTo } from '../mcp/connection/clean-text.ts'
import type { Tool } from '../tool.ts'
import { type CustomTool, customTool } from './custom-tool.ts'
import { type ToolPlaces, toolFiles, warning } from './tool-files.ts'

export type CustomToolsOptions = ToolPlaces & {
  /** Names that a file cannot use: those of all other tools. */
  readonly taken: readonly string[]
  readonly environment: { readonly [name: string]: string | undefined }
  readonly log: Telemetry['log']
  readonly limits?: Partial<CustomToolLimits>
}

export type CustomToolLimits = {
  readonly loadMs: number
  readonly memoryMb: number
  readonly maxReplyBytes: number
  readonly maxLogBytes: number
}

const defaults: CustomToolLimits = { loadMs: 10_000, memoryMb: 512, maxReplyBytes: 10_000_000, maxLogBytes: 64_000 }

export type CustomTools = {
  readonly tools: readonly Tool[]
  /** Files that are not valid tools, each with the reason. */
  readonly problems: readonly FileProblem[]
  /** Ends the processes of all tools, along with everything they started. */
  close(): Promise<void>
}

/** Loads custom tools, each in a separate process. Never throws: files that fail to load are reported. */
export async function customTools(options: CustomToolsOptions): Promise<CustomTools> {
  const limits = { ...defaults, ...options.limits }
  const found = await toolFiles(options)
  if (found.files.length === 0) return { tools: [], problems: found.problems, close: async () => {} }
  const read = await Promise.all(
    found.files.map(async ({ file, within, packages }) => ({
      file,
      result: await customTool({
        ...options,
        ...limits,
        file,
        within,
        packages,
        heard: hear(options, limits, file),
      }),
    })),
  )
  const taken = new Set(options.taken)
  const used: CustomTool[] = []
  const problems: FileProblem[] = [...found.problems]
  for (const { file, result } of read) {
    if (!result.ok) problems.push(warning(result.refusal.code, file, `not used: ${result.refusal.message}.`))
    else if (taken.has(result.value.tool.name)) {
      problems.push(warning('name_taken', file, `not used: a tool named "${result.value.tool.name}" already exists.`))
      await result.value.close()
    } else {
      taken.add(result.value.tool.name)
      used.push(result.value)
    }
  }
  return {
    tools: used.map(({ tool }) => tool as Tool),
    problems,
    close: async () => {
      await Promise.all(used.map((tool) => tool.close()))
    },
  }
}

/** Output printed by a tool is for its author: it goes to the log, up to a limit. */
function hear({ log }: CustomToolsOptions, { maxLogBytes }: CustomToolLimits, file: string) {
  let room = maxLogBytes
  return (text: string) => {
    if (room > 0) log('debug', 'custom_tool_output', cleanUpTo(text.trimEnd(), Math.min(room, 2_000)), { file })
    room -= text.length
  }
}
