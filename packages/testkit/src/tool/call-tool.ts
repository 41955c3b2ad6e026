import { realpathSync } from 'node:fs'
import type { CallId, SessionId, TaskId } from '@convene/domain'
import type { AbortSignal } from '@convene/engine'
import { folderOf } from '../folder/folder-of.ts'

/** Which call a tool serves, and where. */
export type CallContext = {
  readonly session: SessionId
  readonly task: TaskId
  readonly call: CallId
  readonly agent: string
  readonly workspace: string
}

/** A workspace with these files, for one test. */
export function workspaceWith(files: { readonly [path: string]: string | Uint8Array }): {
  readonly root: string
  readonly context: CallContext
} {
  const root = realpathSync(folderOf(files))
  return { root, context: contextOf(root) }
}

const contextOf = (workspace: string): CallContext => ({
  session: 's' as SessionId,
  task: 't' as TaskId,
  call: 'c' as CallId,
  agent: 'coder',
  workspace,
})

type Callable<Output> = {
  readonly input: { parseAsync(input: unknown): Promise<unknown> }
  run(input: unknown, context: CallContext, signal: AbortSignal): Promise<Output>
}

/** Calls a tool as the host does: with parsed input. */
export async function callTool<Output>(
  tool: Callable<Output> | undefined,
  input: unknown,
  context: CallContext,
  signal: AbortSignal = new AbortController().signal,
): Promise<Output> {
  if (!tool) throw new Error('no such tool')
  return tool.run(await tool.input.parseAsync(input), context, signal)
}
