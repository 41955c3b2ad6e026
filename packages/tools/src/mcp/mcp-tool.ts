import { type Json, type Resource, type Result, refuse } from '@convene/domain'
import type { AbortSignal as Signal } from '@convene/engine'
import type { Progress, Tool as ServerTool } from '@modelcontextprotocol/client'
import { failed } from '../failed-output.ts'
import { inputPreview } from '../input-preview.ts'
import { foreignInput } from '../json-schema.ts'
import type { Tool, ToolContext } from '../tool.ts'
import { callServer } from './call-server.ts'
import { cleanText, cleanUpTo } from './connection/clean-text.ts'
import { type ToolList, toolListChanges } from './connection/fingerprint.ts'
import type { LiveServer } from './connection/live-server.ts'
import type { McpLimits } from './connection/server-definition.ts'
import type { McpApprovals } from './mcp-approvals.ts'

type Input = { readonly [key: string]: Json }

export type McpToolOptions = {
  readonly name: string
  readonly server: LiveServer
  readonly tool: ServerTool
  readonly approvals: Pick<McpApprovals, 'approved' | 'lastOf'>
  readonly limits: McpLimits
  readonly progress: (context: ToolContext, progress: Progress) => void
}

const MAX_DESCRIPTION = 4_000

/** Wraps a server's tool as one of ours. */
export function mcpTool(options: McpToolOptions): Tool<Input> {
  const { name, server, tool, limits } = options
  return {
    name,
    description: `[MCP server ${cleanUpTo(server.name, 60)}] ${cleanUpTo(tool.description ?? tool.title ?? '', MAX_DESCRIPTION)}`,
    input: foreignInput(cleanStrings(tool.inputSchema)),
    permission: name,
    readOnly: server.definition.trustAnnotations === true && tool.annotations?.readOnlyHint === true,
    reaches: 'everything',
    timeoutMs: limits.longestCallMs + limits.connectMs,
    inspect: async (input) => [resourceOf(options, server.list, input)],
    run: async (input, context, signal) => {
      const connected = await Promise.race([server.connected(), cancelled(signal)])
      if (!connected.ok) return failed(connected.refusal.message)
      const refusal = refusalOf(options, context)
      if (refusal) return failed(refusal)
      const progress = (report: Progress) => options.progress(context, report)
      const { trace } = context
      const call = { server, connection: connected.value, limits, tool: tool.name, input, progress, trace }
      return callServer(call, signal)
    },
  }
}

/** Until the user approves this list of tools, the target contains its fingerprint, so no earlier grant matches. */
function resourceOf({ name, approvals }: McpToolOptions, list: ToolList, input: Input): Resource {
  const preview = inputPreview(input)
  if (approvals.approved(list.fingerprint)) return { permission: name, target: name, preview }
  const before = approvals.lastOf(list.server)
  const server = cleanUpTo(list.server, 60)
  const names = cleanUpTo(Object.keys(list.tools).join(', '), 1_000)
  const note = before
    ? `the tools of server ${server} changed: ${cleanUpTo(toolListChanges(before, list.tools), 1_000) || 'it is started differently'}`
    : `first use of server ${server}, with the tools ${names} (\`convene mcp trust ${server}\` approves them ahead of a run)`
  return { permission: name, target: unapproved(name, list), alsoAs: [name], verdict: 'ask', note, preview }
}

/** The target of a call before its server's tools were approved. */
export const unapproved = (name: string, { fingerprint }: ToolList): string => `${name}@${fingerprint}`

/** The list may have changed since the user was asked, and the connection may be a new one. */
function refusalOf(
  { name, server, tool, approvals }: McpToolOptions,
  { judged = [] }: ToolContext,
): string | undefined {
  if (!server.tools.some((other) => other.name === tool.name))
    return `The MCP server "${server.name}" no longer has a tool "${cleanText(tool.name)}".`
  const agreed = judged.some(({ target }) => target === unapproved(name, server.list))
  if (agreed || approvals.approved(server.list.fingerprint)) return undefined
  return `The tools of the MCP server "${server.name}" changed before the call was run, so it was not run. Call again to ask the user.`
}

/** A server may need time to reconnect. A cancelled call does not wait for it. */
function cancelled(signal: Signal): Promise<Result<never>> {
  return new Promise((resolve) => {
    const stop = () => resolve(refuse('cancelled', 'The call was cancelled.'))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}

/** The model reads descriptions inside a schema like any other. */
function cleanStrings<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_key, inner: unknown) =>
    typeof inner === 'string' ? cleanUpTo(inner, MAX_DESCRIPTION) : inner,
  )
}
