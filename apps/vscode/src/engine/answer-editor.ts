import * as vscode from 'vscode'
import { listEditorModels, streamEditorModel } from '../models/editor-models.ts'
import type { WireRequest } from '../models/wire-request.ts'
import { type EditorTool, editorPaths, type Invocation, type Invoked, streamLines } from './editor-side.ts'

/** The most tools a request may have. Ours come first. */
const MOST_TOOLS = 64

export type EditorTools = {
  /** Which editor tools agents may use at all. */
  isWanted(name: string): boolean
  /** Tools that at least one agent names. */
  readonly wanted: ReadonlySet<string>
  /** The chat a session works for. With its token, the editor asks there. */
  tokenOf(session: string): vscode.ChatParticipantToolToken | undefined
}

/** Answers the program's requests for editor models and tools. */
export async function answerEditor(request: Request, tools: EditorTools): Promise<Response> {
  switch (new URL(request.url).pathname) {
    case editorPaths.models:
      return Response.json(await listEditorModels())
    case editorPaths.stream:
      return streamLines(streamEditorModel((await request.json()) as WireRequest, request.signal))
    case editorPaths.tools:
      await untilThere(tools.wanted)
      return Response.json(listTools(tools))
    case editorPaths.invoke:
      return Response.json(await invoke((await request.json()) as Invocation, tools, request.signal))
    default:
      return new Response(null, { status: 404 })
  }
}

/** Tools come with extensions, which may start after ours. Waits briefly for the named ones. */
async function untilThere(wanted: ReadonlySet<string>): Promise<void> {
  const isThere = (name: string) => vscode.lm.tools.some((tool) => tool.name === name)
  for (let left = 30; left > 0 && ![...wanted].every(isThere); left -= 1)
    await new Promise((resolve) => setTimeout(resolve, 100))
}

/** Our own tools are in the program already. Called through the editor, they would call themselves. */
const listTools = ({ isWanted }: EditorTools): readonly EditorTool[] =>
  vscode.lm.tools
    .filter(({ name }) => !name.startsWith('convene_') && isWanted(name))
    .slice(0, MOST_TOOLS)
    .map(({ name, description, inputSchema }) => ({ name, description, input: inputSchema ?? { type: 'object' } }))

async function invoke(
  { session, tool, input }: Invocation,
  { tokenOf }: EditorTools,
  signal: AbortSignal,
): Promise<Invoked> {
  const cancel = new vscode.CancellationTokenSource()
  signal.addEventListener('abort', () => cancel.cancel())
  try {
    const options = { input: (input ?? {}) as object, toolInvocationToken: tokenOf(session) }
    const result = await vscode.lm.invokeTool(tool, options, cancel.token)
    const text = result.content
      .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
      .join('\n')
    return { ok: true, output: text }
  } catch (error) {
    return { ok: false, output: `The editor's tool failed: ${error instanceof Error ? error.message : String(error)}` }
  } finally {
    cancel.dispose()
  }
}
