import { innerTools, type ToolSpec } from '@convene/domain'
import type { Clock, EventLog, Telemetry, ToolHost, ToolRequest } from '@convene/engine'
import type { Settings } from '../../settings/settings.ts'
import type { Problem } from '../../source-file/problem.ts'
import { type Worktrees, worktrees } from '../../worktrees/worktrees.ts'
import { bashTool } from '../bash/bash-tool.ts'
import { codeTools } from '../code/code-tools.ts'
import { type CustomTools, customTools } from '../custom/custom-tools.ts'
import { fileTools } from '../file-tools.ts'
import { specOf } from '../host/spec-of.ts'
import { toolHost } from '../host/tool-host.ts'
import { mcpApprovals } from '../mcp/mcp-approvals.ts'
import { type McpTools, mcpTools } from '../mcp/mcp-tools.ts'
import { searchTool } from '../search/search-tool.ts'
import type { Tool } from '../tool.ts'
import { webTools } from '../web/web-tools.ts'

export type ToolboxOptions = {
  readonly home: string
  readonly workspace: string
  /** Whether the person trusts the workspace: its own tools are programs that would be run. */
  readonly trusted: boolean
  readonly settings: Pick<Settings, 'mcpServers' | 'web'>
  readonly environment: { readonly [name: string]: string | undefined }
  readonly clock: Clock
  readonly log: Telemetry['log']
  readonly version: string
  /** Tools that the door brings along: an editor's. */
  readonly brought?: readonly Tool[]
  /** Which tools there are at all; where nothing is said, every one. */
  isThere?(tool: Pick<Tool, 'name' | 'readOnly'>): boolean
  /** Past sessions, for the search over them. */
  readonly sessions?: Pick<EventLog, 'list'>
}

/** A tool with where it comes from: `built-in`, `MCP server x`, or `custom`. */
export type ListedTool = ToolSpec & { readonly source: string }

/** Every tool that agents may have in a workspace, and the host that runs them. */
export type Toolbox = {
  readonly host: ToolHost
  /** Loads custom tools and connects MCP servers, once. What fails is among the problems. */
  ready(): Promise<void>
  list(): readonly ListedTool[]
  problems(): readonly Problem[]
  /** For a person who always agrees to what an ask was about: a list of MCP tools is not asked about again. */
  agreeAlways(target: string): Promise<void>
  /** Ends every process and thread that tools have started. */
  close(): Promise<void>
}

/** Opens the tools of a workspace. Nothing is started before a call needs it, or `ready` asks for it. */
export function openToolbox(options: ToolboxOptions): Toolbox {
  const { home, settings, environment, sessions, brought = [], isThere = () => true } = options
  const code = codeTools()
  const search = searchTool({ home, ...(sessions && { sessions }) })
  const all: readonly Tool[] = [
    ...fileTools({ home }),
    bashTool({ home, environment }) as Tool,
    ...code.tools,
    search.tool as Tool,
    ...webTools({ ...webOptions(settings.web), environment }),
    ...brought,
  ]
  const own = all.filter(isThere)
  const approvals = mcpApprovals(home, options.clock.now)
  const servers = mcpTools({ ...options, servers: settings.mcpServers, approvals })
  const foreign = foreignTools(options, own, servers)
  const served = () => servers.tools().filter(isThere)
  const custom = () => foreign.tools().filter(isThere)
  const tools = () => [...own, ...served(), ...custom()]
  const trees = worktrees(home)
  const inner = toolHost({ tools, home, enter: (request) => enter(trees, request) })
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
      ...served().map((tool) => listed(tool, serverOf(servers, tool.name))),
      ...custom().map((tool) => listed(tool, 'custom')),
    ],
    problems: () => [...foreign.problems(), ...unreached(servers)],
    agreeAlways: async (target) => {
      await foreign.ready()
      const list = servers.listFor(target)
      if (list) await approvals.approve(list)
    },
    close: async () => {
      await Promise.all([code.close(), search.close(), foreign.close()])
    },
  }
}

/** An agent's worktree begins with the last commit; a step's, with what the steps before it have made. */
function enter(trees: Worktrees, { session, agent, worktree = agent, workspace }: ToolRequest) {
  return trees.enter({ session, agent: worktree }, workspace, worktree !== agent)
}

const webOptions = ({ allowHosts, crawl, search }: Settings['web']) => ({
  allowHosts,
  allowedDomains: crawl,
  ...(search && { search }),
})

/** What has to be started before its tools are known: MCP servers, and files of people's own. */
function foreignTools(options: ToolboxOptions, own: readonly Tool[], servers: McpTools) {
  let custom: CustomTools | undefined
  let starting: Promise<void> | undefined
  const start = async () => {
    await servers.ready()
    const taken = [...innerTools, ...own.map(({ name }) => name), ...servers.tools().map(({ name }) => name)]
    custom = await customTools({ ...options, taken })
  }
  return {
    ready: () => {
      starting ??= start()
      return starting
    },
    tools: () => custom?.tools ?? [],
    problems: () => custom?.problems ?? [],
    close: async () => {
      await starting?.catch(() => undefined)
      await Promise.all([servers.close(), custom?.close()])
    },
  }
}

const listed = (tool: Tool, source: string): ListedTool => ({ ...specOf(tool), source })

const serverOf = (servers: McpTools, name: string): string =>
  `MCP server ${servers.status().find(({ tools }) => tools.includes(name))?.name ?? ''}`

function unreached(servers: McpTools): readonly Problem[] {
  return servers.status().flatMap(({ name, problem }): Problem[] => {
    if (problem === undefined) return []
    const message = `the MCP server "${name}" is not used: ${problem}`
    return [{ severity: 'warning', code: 'mcp_server', file: 'config.json', key: `mcpServers.${name}`, message }]
  })
}
