import { realpath } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import type { AgentContext, ClientCapabilities, McpServer } from '@agentclientprotocol/sdk'
import type { EditorAccess } from '@convene/host'
import { checkServer } from '@convene/library'

/** An editor that does not answer must not hold up an agent that reads. */
const ANSWER_MS = 2_000
/** More than the file tools read of one file. */
const MOST_TEXT = 10_000_000

export type Editor = { readonly client: AgentContext; readonly capabilities: ClientCapabilities }

/** What an editor lends to a session's agents: its MCP servers, and its unsaved files. */
export function editorAccess(
  editor: Editor,
  workspace: string,
  given: readonly McpServer[],
): EditorAccess & { notes: string[] } {
  const checked = given.map((server) => [server.name, checkServer(settingOf(server))] as const)
  const usable = checked.flatMap(([name, server]) => (server ? [[name, server] as const] : []))
  const notes = checked.flatMap(([name, server]) =>
    server ? [] : [`The editor's MCP server ${name} is left out: use a command, or a URL with http or https.`],
  )
  const { client, capabilities } = editor
  const textOf: NonNullable<EditorAccess['buffers']>['textOf'] = async (sessionId, path) => {
    const own = await ownPath(workspace, path)
    if (own === undefined) return undefined
    const answer = client.request('fs/read_text_file', { sessionId, path: own })
    const { content } = await inTime(answer)
    return typeof content === 'string' && content.length <= MOST_TEXT ? content : undefined
  }
  const hasFiles = capabilities.fs?.readTextFile === true
  return { mcpServers: Object.fromEntries(usable), notes, ...(hasFiles && { buffers: { textOf } }) }
}

function settingOf(server: McpServer): unknown {
  const pairs = (list: readonly { readonly name: string; readonly value: string }[]) =>
    Object.fromEntries(list.map(({ name, value }) => [name, value]))
  if ('command' in server) return { command: server.command, args: server.args, env: pairs(server.env) }
  return 'url' in server && server.type === 'http' ? { url: server.url, headers: pairs(server.headers) } : undefined
}

/** The path as the editor names it. Undefined if it is not in the workspace, such as a file in a worktree. */
async function ownPath(workspace: string, path: string): Promise<string | undefined> {
  const inside = relative(await realpath(workspace), path)
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? undefined : join(workspace, inside)
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('The editor did not answer.')), ANSWER_MS)
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}
