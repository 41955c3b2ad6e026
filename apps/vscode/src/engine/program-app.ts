import { type CallId, type ContextLine, listOf, type ModelRequest, type SessionId } from '@convene/domain'
import { optionalPackages } from '@convene/extensions'
import { openProgram } from '@convene/host'
import { continueRuns, createApp } from '@convene/server'
import type { WireRequestFromEditor } from '../models/wire-request.ts'
import { isAvailable } from './available-tools.ts'
import { editorModel } from './editor-model.ts'
import { type EditorTool, editorPaths, programPaths, streamLines } from './editor-side.ts'
import { editorTools } from './editor-tools.ts'

/** How the program is opened for this editor. */
export type ProgramAppOptions = {
  readonly home: string
  readonly workspace: string
  readonly version: string
  /** Provider keys and addresses, which override the environment. */
  readonly environment: { readonly [name: string]: string }
  /** The folder with the built pages. */
  readonly assets: string
  /** The editor's own ripgrep. */
  readonly ripgrep: string | undefined
  /** Whether the user trusts the workspace. If not, agents only read. */
  readonly trusted: boolean
}

export type ProgramApp = { fetch(request: Request): Promise<Response>; close(): Promise<void> }

export type AskEditor = (path: string, init: RequestInit) => Promise<Response>

/** Opens the program with the editor's models and tools added to its own. */
export async function openProgramApp(options: ProgramAppOptions, editor: AskEditor): Promise<ProgramApp> {
  const { home, workspace, version, environment, assets, ripgrep, trusted } = options
  // Read by the stub that replaces the omitted package.
  if (ripgrep !== undefined) process.env.CONVENE_RIPGREP = ripgrep
  const listed = (await (await editor(editorPaths.tools, {})).json()) as readonly EditorTool[]
  const { program, close } = openProgram({
    home,
    workspace,
    version,
    optional: optionalPackages,
    environment: { ...process.env, ...environment },
    isThere: isAvailable({ ripgrep, trusted }),
    distrusts: !trusted,
    provided: { models: { vscode: editorModel(editor) }, tools: editorTools(listed, editor) },
  })
  const app = createApp({ program, assets })
  let stopResuming: (() => void) | undefined
  return {
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      // Listing models must not open the database.
      if (pathname.startsWith('/api/') && pathname !== '/api/models') stopResuming ??= continueRuns(program)
      if (pathname !== programPaths.stream) return app.fetch(request)
      const model = await program.model()
      const wanted = requestOf((await request.json()) as WireRequestFromEditor, workspace)
      return streamLines(model.stream(wanted, request.signal))
    },
    close: async () => {
      stopResuming?.()
      app.close()
      await close()
    },
  }
}

/** Another extension's request to one of our models: no agent, no session, no system prompt. */
function requestOf({ model, messages, tools }: WireRequestFromEditor, workspace: string): ModelRequest {
  return {
    session: 'editor' as SessionId,
    model,
    system: '',
    lines: listOf(...linesFrom(messages)),
    tools: tools.map(({ name, description, input }) => ({
      name,
      description,
      input: input as ModelRequest['tools'][number]['input'],
      permission: name,
      readOnly: false,
      timeoutMs: 0,
    })),
    maxOutput: 8_192,
    temperature: 0.7,
    idleMs: 120_000,
    workspace,
    directory: workspace,
    conversation: 'editor',
    agent: 'editor',
  }
}

function linesFrom(messages: WireRequestFromEditor['messages']): readonly ContextLine[] {
  const tools = new Map<string, string>()
  return messages.flatMap(({ role, parts }): readonly ContextLine[] => {
    const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n')
    if (role === 'assistant') {
      const calls = parts.flatMap((part) => (part.type === 'call' ? [part] : []))
      for (const { id, tool } of calls) tools.set(id, tool)
      return [
        { role, text, calls: calls.map(({ id, tool, input }) => ({ id: id as CallId, tool, input: input as never })) },
      ]
    }
    const results = parts.flatMap((part): readonly ContextLine[] =>
      part.type === 'result'
        ? [{ role: 'tool', call: part.id as CallId, tool: tools.get(part.id) ?? 'tool', ok: true, output: part.text }]
        : [],
    )
    return text === '' ? results : [...results, { role: 'user', text }]
  })
}
