import { innerTools } from '@convene/domain'
import type { Clock, Telemetry } from '@convene/engine'
import type { Settings } from '@convene/library'
import type { FileProblem } from '@convene/platform'
import { type CustomTools, customTools } from '../custom/custom-tools.ts'
import { type McpApprovals, mcpApprovals } from '../mcp/mcp-approvals.ts'
import { type McpServerStatus, type McpTools, mcpTools } from '../mcp/mcp-tools.ts'
import type { Tool } from '../tool.ts'

export type ForeignToolsOptions = {
  readonly home: string
  readonly workspace: string
  readonly trusted: boolean
  readonly settings: Pick<Settings, 'mcpServers'>
  readonly environment: { readonly [name: string]: string | undefined }
  readonly clock: Clock
  readonly log: Telemetry['log']
  readonly version: string
}

/** Tools that are only known once something has been started: those of MCP servers, and custom tool files. */
export type ForeignTools = {
  ready(): Promise<void>
  tools(): readonly { readonly tool: Tool; readonly source: string }[]
  problems(): readonly FileProblem[]
  agreeAlways(target: string): Promise<void>
  close(): Promise<void>
}

type Servers = { readonly mcp: McpTools; readonly approvals: McpApprovals }

/** Nothing is started before `ready`. */
export function foreignTools(options: ForeignToolsOptions, own: readonly Tool[]): ForeignTools {
  let servers: Servers | undefined
  let custom: CustomTools | undefined
  let starting: Promise<void> | undefined
  const served = () => servers?.mcp.tools() ?? []
  const start = async () => {
    servers = openServers(options)
    await servers?.mcp.ready()
    const taken = [...innerTools, ...[...own, ...served()].map(({ name }) => name)]
    custom = await customTools({ ...options, taken })
  }
  const ready = () => {
    starting ??= start()
    return starting
  }
  return {
    ready,
    tools: () => [
      ...served().map((tool) => ({ tool, source: sourceOf(servers?.mcp.status() ?? [], tool) })),
      ...(custom?.tools ?? []).map((tool) => ({ tool, source: 'custom' })),
    ],
    problems: () => [...(custom?.problems ?? []), ...unreached(servers?.mcp.status() ?? [])],
    agreeAlways: async (target) => {
      await ready()
      const list = servers?.mcp.listFor(target)
      if (list) await servers?.approvals.approve(list)
    },
    close: async () => {
      await starting?.catch(() => undefined)
      await Promise.all([servers?.mcp.close(), custom?.close()])
    },
  }
}

function openServers(options: ForeignToolsOptions): Servers | undefined {
  const { home, clock, settings } = options
  if (Object.keys(settings.mcpServers).length === 0) return undefined
  const approvals = mcpApprovals(home, clock.now)
  return { approvals, mcp: mcpTools({ ...options, servers: settings.mcpServers, approvals }) }
}

const sourceOf = (servers: readonly McpServerStatus[], { name }: Tool): string =>
  `MCP server ${servers.find(({ tools }) => tools.includes(name))?.name ?? ''}`

function unreached(servers: readonly McpServerStatus[]): readonly FileProblem[] {
  return servers.flatMap(({ name, problem }): FileProblem[] => {
    if (problem === undefined) return []
    const message = `the MCP server "${name}" is not used: ${problem}`
    return [{ severity: 'warning', code: 'mcp_server', file: 'config.json', key: `mcpServers.${name}`, message }]
  })
}
