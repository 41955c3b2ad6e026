import type { Json } from '@convene/domain'
import type { AbortSignal as Signal } from '@convene/engine'
import type { CallToolResult, Progress } from '@modelcontextprotocol/client'
import { failed } from '../failed-output.ts'
import type { ToolResult } from '../tool.ts'
import { cleanUpTo } from './connection/clean-text.ts'
import type { McpConnection } from './connection/connect.ts'
import { isServerAlive } from './connection/is-alive.ts'
import type { LiveServer } from './connection/live-server.ts'
import type { McpLimits } from './connection/server-definition.ts'
import { mcpResultText } from './result-text.ts'

export type ServerCall = {
  readonly server: LiveServer
  readonly connection: McpConnection
  readonly limits: McpLimits
  /** The tool's name on the server. */
  readonly tool: string
  readonly input: { readonly [key: string]: Json }
  readonly progress: (progress: Progress) => void
  readonly trace?: string | undefined
}

/** Makes the call once. A failure becomes an output. If the server then does not answer a ping, it is ended. */
export async function callServer(call: ServerCall, signal: Signal): Promise<ToolResult> {
  const { connection, limits, tool, input, trace } = call
  const abort = new AbortController()
  const stop = () => abort.abort()
  if (signal.aborted) return failed('The call was cancelled.')
  signal.addEventListener('abort', stop, { once: true })
  let last = ''
  try {
    const result = await connection.client.callTool(
      { name: tool, arguments: { ...input }, ...(trace && { _meta: { traceparent: trace } }) },
      {
        signal: abort.signal,
        timeout: limits.callMs,
        maxTotalTimeout: limits.longestCallMs,
        resetTimeoutOnProgress: true,
        onprogress: (progress) => {
          last = ` Its last sign of life: ${progress.progress}${progress.total ? ` of ${progress.total}` : ''}.`
          call.progress(progress)
        },
      },
    )
    return mcpResultText(result as CallToolResult)
  } catch (error) {
    if (signal.aborted) return failed('The call was cancelled.')
    return { ok: false, output: `${await explain(call, error)}${last}` }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** An unusable answer is still an answer: the connection is kept. */
const answered = ['INVALID_RESULT', 'UNSUPPORTED_RESULT_TYPE']

async function explain({ server, connection, limits }: ServerCall, error: unknown): Promise<string> {
  const { code, message } = faultOf(error)
  const who = `The MCP server "${server.name}"`
  if (typeof code === 'number') return `${who} refused the call: ${message}.`
  if (answered.includes(String(code))) return `${who} sent an invalid result: ${message}.`
  if (code === 'REQUEST_TIMEOUT') {
    if (!(await isServerAlive(connection.client, limits.pingMs))) server.lose(connection, 'it no longer answers')
    return `${who} did not answer within ${limits.callMs / 1_000} s. The outcome of the call is unknown.`
  }
  server.lose(connection, message)
  return `${who} was lost during the call: ${server.problem ?? message}. The outcome of the call is unknown; it was not repeated.`
}

/** A number is the server's own refusal, a string is the client's. */
function faultOf(error: unknown): { readonly code: unknown; readonly message: string } {
  const { code } = error as { code?: unknown }
  return { code, message: cleanUpTo(error instanceof Error ? error.message : String(error), 500) }
}
