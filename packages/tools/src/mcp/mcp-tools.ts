import type { Clock, Telemetry } from '@convene/engine'
import type { Progress } from '@modelcontextprotocol/client'
import type { Tool, ToolContext } from '../tool.ts'
import type { ToolList } from './connection/fingerprint.ts'
import { LiveServer } from './connection/live-server.ts'
import { type McpLimits, mcpLimits, type ServerDefinition } from './connection/server-definition.ts'
import type { McpApprovals } from './mcp-approvals.ts'
import { mcpTool, unapproved } from './mcp-tool.ts'
import { mcpToolNames, serverKeys } from './tool-names.ts'

export type McpToolsOptions = {
  /** From the settings, without those of an untrusted workspace. */
  readonly servers: { readonly [name: string]: ServerDefinition }
  readonly approvals: Pick<McpApprovals, 'approved' | 'lastOf'>
  readonly clock: Clock
  readonly log: Telemetry['log']
  readonly environment: { readonly [name: string]: string | undefined }
  readonly version: string
  readonly limits?: Partial<McpLimits>
  readonly progress?: (context: ToolContext, progress: Progress) => void
}

/** The current state of a server, for display. `fingerprint` is what an approval of its tools covers. */
export type McpServerStatus = {
  readonly name: string
  readonly phase: LiveServer['phase']
  readonly problem?: string
  /** Of a server that we started and that is running. */
  readonly pid?: number
  readonly restarts: number
  readonly list: ToolList
  readonly approved: boolean
  readonly tools: readonly string[]
}

export type McpTools = {
  /** Connects all unconnected servers at once and waits until each has answered or failed. Never throws. */
  ready(): Promise<void>
  /** The tools of the servers that were reached. */
  tools(): readonly Tool[]
  status(): readonly McpServerStatus[]
  /** Called when the user answers "always": approves the list that the ask was about, if it has not changed. */
  listFor(target: string): ToolList | undefined
  /** Ends every server that was started, along with everything it started. */
  close(): Promise<void>
}

/** The tools of MCP servers. Nothing is started before `ready`, or before a call needs a server that was lost. */
export function mcpTools(options: McpToolsOptions): McpTools {
  const limits = { ...mcpLimits, ...options.limits }
  const names = Object.keys(options.servers)
  const keys = serverKeys(names)
  const servers = Object.entries(options.servers).map(
    ([name, definition]) => new LiveServer({ ...options, name, definition, limits }),
  )
  const made = new WeakMap<LiveServer['tools'], readonly Tool[]>()
  const toolsOf = (server: LiveServer): readonly Tool[] => {
    const known = made.get(server.tools)
    if (known) return known
    const tools = makeTools({ ...options, limits }, server, keys.get(server.name) ?? server.name)
    made.set(server.tools, tools)
    return tools
  }
  return {
    ready: async () => {
      await Promise.all(servers.map((server) => server.prepare()))
    },
    tools: () => servers.flatMap(toolsOf),
    status: () => servers.map((server) => statusOf(server, toolsOf(server), options.approvals)),
    listFor: (target) =>
      servers.find(({ list }) => target.startsWith('mcp_') && target.endsWith(unapproved('', list)))?.list,
    close: async () => {
      await Promise.all(servers.map((server) => server.close()))
    },
  }
}

type Making = McpToolsOptions & { readonly limits: McpLimits }

function makeTools(options: Making, server: LiveServer, key: string): readonly Tool[] {
  const names = mcpToolNames(
    key,
    server.tools.map(({ name }) => name),
  )
  const progress = options.progress ?? (() => {})
  const { approvals, limits } = options
  return server.tools.map((tool) => {
    const name = names.get(tool.name) ?? tool.name
    return mcpTool({ name, server, tool, approvals, limits, progress }) as Tool
  })
}

function statusOf(
  server: LiveServer,
  tools: readonly Tool[],
  approvals: Pick<McpApprovals, 'approved'>,
): McpServerStatus {
  const { name, phase, problem, pid, restarts, list } = server
  return {
    name,
    phase,
    ...(problem !== undefined && { problem }),
    ...(pid !== null && { pid }),
    restarts,
    list,
    approved: approvals.approved(list.fingerprint),
    tools: tools.map((tool) => tool.name),
  }
}
