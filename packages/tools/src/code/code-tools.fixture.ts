import { realpathSync } from 'node:fs'
import type { CallId, SessionId, TaskId } from '@convene/domain'
import type { ToolOutput } from '@convene/engine'
import { folderOf } from '@convene/testkit'
import type { Tool, ToolContext } from '../tool.ts'

/** A workspace with these files, for one test. */
export function workspaceWith(files: { readonly [path: string]: string | Uint8Array }): {
  readonly root: string
  readonly context: ToolContext
} {
  const root = realpathSync(folderOf(files))
  return { root, context: contextOf(root) }
}

const contextOf = (workspace: string): ToolContext => ({
  session: 's' as SessionId,
  task: 't' as TaskId,
  call: 'c' as CallId,
  agent: 'coder',
  workspace,
})

/** Calls a tool as the host does: with parsed input. */
export async function call(
  tool: Tool | undefined,
  input: unknown,
  context: ToolContext,
  signal = new AbortController().signal,
): Promise<ToolOutput> {
  if (!tool) throw new Error('no such tool')
  return tool.run(await tool.input.parseAsync(input), context, signal)
}
