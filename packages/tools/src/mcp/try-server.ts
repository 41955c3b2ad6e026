import { ok, type Result, refuse } from '@convene/domain'
import { cleanUpTo } from './connection/clean-text.ts'
import type { ToolList } from './connection/fingerprint.ts'
import { LiveServer } from './connection/live-server.ts'
import { mcpLimits } from './connection/server-definition.ts'
import type { McpApprovals } from './mcp-approvals.ts'
import type { McpToolsOptions } from './mcp-tools.ts'

/** A tool as its server describes it, and how it compares to what the user last approved. */
export type TriedTool = {
  readonly name: string
  readonly description: string
  readonly state: 'new' | 'changed' | 'known'
}

/** What a server answered when it was tried. */
export type McpTrial = {
  /** Why it cannot be used, if so. */
  readonly problem?: string
  /** What approving these tools covers. */
  readonly fingerprint: string
  readonly approved: boolean
  readonly tools: readonly TriedTool[]
  /** Approved tools that no longer exist. */
  readonly gone: readonly string[]
}

export type TrialOptions = Omit<McpToolsOptions, 'approvals'> & { readonly approvals: McpApprovals }

/** Connects to a server outside any run, lists its tools and ends it. */
export async function tryServer(options: TrialOptions, name: string): Promise<Result<McpTrial>> {
  const tried = await listOf(options, name)
  if (!tried.ok) return tried
  const { list, problem, descriptions } = tried.value
  const before = options.approvals.lastOf(name) ?? {}
  // A server may name a tool `__proto__`, which every plain object seems to have.
  const stateOf = (tool: string) => {
    if (!Object.hasOwn(before, tool)) return 'new'
    return before[tool] === list.tools[tool] ? 'known' : 'changed'
  }
  return ok({
    ...(problem !== undefined && { problem }),
    fingerprint: list.fingerprint,
    approved: problem === undefined && options.approvals.approved(list.fingerprint),
    tools: descriptions.map(({ name: tool, description }) => ({
      name: cleanUpTo(tool, 100),
      description,
      state: stateOf(tool),
    })),
    gone: problem === undefined ? Object.keys(before).filter((tool) => !Object.hasOwn(list.tools, tool)) : [],
  })
}

/** Approves the tools that the user was shown, and no others. */
export async function approveServer(options: TrialOptions, name: string, fingerprint: string): Promise<Result<void>> {
  const tried = await listOf(options, name)
  if (!tried.ok) return tried
  const { list, problem } = tried.value
  if (problem !== undefined) return refuse('server_unreachable', `The MCP server "${name}" cannot be used: ${problem}`)
  if (list.fingerprint !== fingerprint)
    return refuse('tools_changed', `The tools of "${name}" have changed since you saw them. Review them again.`)
  return options.approvals.approve(list)
}

type Told = {
  readonly list: ToolList
  readonly problem: string | undefined
  readonly descriptions: readonly { readonly name: string; readonly description: string }[]
}

const MAX_DESCRIPTION = 2_000

async function listOf(options: TrialOptions, name: string): Promise<Result<Told>> {
  const definition = Object.hasOwn(options.servers, name) ? options.servers[name] : undefined
  if (!definition) return refuse('not_found', `No MCP server "${name}" in the current settings.`)
  const server = new LiveServer({ ...options, name, definition, limits: { ...mcpLimits, ...options.limits } })
  await server.prepare()
  const { list, problem, tools } = server
  await server.close()
  const descriptions = tools.map((tool) => ({
    name: tool.name,
    description: cleanUpTo(tool.description ?? tool.title ?? '', MAX_DESCRIPTION),
  }))
  return ok({ list, problem, descriptions })
}
