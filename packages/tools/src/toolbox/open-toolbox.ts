import type { ToolSpec } from '@convene/domain'
import type { Clock, EventLog, Telemetry, ToolHost } from '@convene/engine'
import type { Settings } from '@convene/library'
import type { FileProblem } from '@convene/platform'
import { whyNoWorkspace } from '@convene/platform'
import { agentStepTool } from '../agent-step/agent-step-tool.ts'
import { bashTool } from '../bash/bash-tool.ts'
import type { EditorBuffers } from '../change/unsaved.ts'
import { fileTools } from '../file-tools.ts'
import type { KeepsImages } from '../host/keep-pictures.ts'
import type { SharedOutputs } from '../host/shared-outputs.ts'
import { specOf } from '../host/spec-of.ts'
import { type ToolHostOptions, toolHost } from '../host/tool-host.ts'
import { searchTool } from '../search/search-tool.ts'
import type { Tool, Toolset } from '../tool.ts'
import { webTools } from '../web/web-tools.ts'
import { workerOf, worktrees } from '../worktrees/worktrees.ts'
import { foreignTools } from './foreign-tools.ts'
import { type ServerTrials, serverTrials } from './server-trials.ts'

export type ToolboxOptions = {
  readonly home: string
  readonly workspace: string
  /** Whether the user trusts the workspace: its tools are programs that would run. */
  readonly trusted: boolean
  readonly settings: Pick<Settings, 'mcpServers' | 'web'>
  readonly environment: { readonly [name: string]: string | undefined }
  readonly clock: Clock
  readonly log: Telemetry['log']
  readonly version: string
  /** Tools of optional packages. They are closed with the toolbox. */
  readonly added?: readonly Toolset[]
  /** Tools that the interface provides, such as an editor's. */
  readonly provided?: readonly Tool[]
  /** What is open in an editor. */
  readonly buffers?: EditorBuffers | undefined
  /** Which tools are offered; all by default. */
  isThere?(tool: Pick<Tool, 'name' | 'readOnly'>): boolean
  /** Past sessions, to search them and to read the outputs of earlier calls. */
  readonly sessions?: Pick<EventLog, 'list' | 'read'>
  /** Where images are stored. Default: files in `home`. */
  readonly images?: KeepsImages
  /** Whether commands run only in a sandbox. */
  readonly needsSandbox?: boolean
  /** Where other workers find long outputs, if there are other workers. */
  readonly outputs?: SharedOutputs | undefined
  /** The folders that each session may see, if several groups of people share the machine. */
  readonly bounds?: ToolHostOptions['bounds']
}

/** A tool and its source: `built-in`, `MCP server x`, or `custom`. */
export type ListedTool = ToolSpec & { readonly source: string }

/** Every tool that agents may use in a workspace, and the host that runs them. */
export type Toolbox = ServerTrials & {
  readonly host: ToolHost
  /** Loads custom tools and connects MCP servers, once. Failures are listed as problems. */
  ready(): Promise<void>
  list(): readonly ListedTool[]
  problems(): readonly FileProblem[]
  /** Called when the user answers an ask with "always": a list of MCP tools is not asked about again. */
  agreeAlways(target: string): Promise<void>
  /** Ends every process and thread that tools have started. */
  close(): Promise<void>
}

/** Opens a workspace's tools. Nothing starts before a call or `ready` needs it. */
export function openToolbox(options: ToolboxOptions): Toolbox {
  const { home, settings, environment, sessions, buffers, added = [], provided = [], isThere = () => true } = options
  const search = searchTool({ home, ...(sessions && { sessions }) })
  const all: readonly Tool[] = [
    ...fileTools({ home, ...(sessions && { log: sessions }), ...(buffers && { buffers }) }),
    bashTool({ home, environment, ...(options.needsSandbox && { needsSandbox: true }) }) as Tool,
    agentStepTool({ home, environment }) as Tool,
    ...added.flatMap(({ tools }) => tools),
    search.tool as Tool,
    ...webTools({ ...webOptions(settings.web), environment }),
    ...provided,
  ]
  const hasWorkspace = whyNoWorkspace(options) === undefined
  const own = all.filter((tool) => isThere(tool) && (hasWorkspace || worksAnywhere(tool)))
  const foreign = foreignTools(options, own)
  const others = () => foreign.tools().filter(({ tool }) => isThere(tool) && (hasWorkspace || worksAnywhere(tool)))
  const trees = worktrees(home)
  const inner = toolHost({
    tools: () => [...own, ...others().map(({ tool }) => tool)],
    home,
    ...{ outputs: options.outputs, bounds: options.bounds, ...(options.images && { images: options.images }) },
    // An agent's worktree starts from the last commit. A step's starts with the changes of the steps before it.
    enter: ({ session, agent, worktree = agent, build, workspace }) =>
      trees.enter(workerOf({ session, agent, worktree, build }), workspace, worktree !== agent),
  })
  const reach = async (name: string) => {
    if (!own.some((tool) => tool.name === name)) await foreign.ready()
  }
  return {
    host: {
      inspect: async (call) => reach(call.tool).then(() => inner.inspect(call)),
      run: async (call, signal) => reach(call.tool).then(() => inner.run(call, signal)),
    },
    ready: foreign.ready,
    list: () => [
      ...own.map((tool) => listed(tool, 'built-in')),
      ...others().map(({ tool, source }) => listed(tool, source)),
    ],
    problems: foreign.problems,
    agreeAlways: foreign.agreeAlways,
    ...serverTrials(options),
    close: async () => {
      await Promise.all([search.close(), foreign.close(), ...added.map(({ close }) => close())])
    },
  }
}

/** Tools that work without a workspace: those that say so, or declare that they reach neither files nor commands. */
const worksAnywhere = ({ reaches, needsNoFolder = false }: Tool): boolean =>
  needsNoFolder || (reaches !== 'everything' && !reaches.includes('files') && !reaches.includes('commands'))

const webOptions = ({ allowHosts, crawl, search }: Settings['web']) => ({
  allowHosts,
  allowedDomains: crawl,
  ...(search && { search }),
})

const listed = (tool: Tool, source: string): ListedTool => ({ ...specOf(tool), source })
