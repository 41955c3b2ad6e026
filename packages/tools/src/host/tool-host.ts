import { realpath } from 'node:fs/promises'
import { ok, type Resource, type Result, type SessionId, type ToolSpec } from '@convene/domain'
import type { AbortSignal, ToolHost, ToolRequest } from '@convene/engine'
import { fileBlobs, imageFiles } from '@convene/store'
import type { OutputLimit, Tool, ToolContext, ToolResult } from '../tool.ts'
import { guardData, touchesData } from './data-guard.ts'
import { type FolderBounds, guardFolders, leavesFolders } from './folder-guard.ts'
import { type KeepsImages, keepToolPictures } from './keep-pictures.ts'
import { limitOutput, MOST_BYTES } from './limit-output.ts'
import { parseInput } from './parse-input.ts'
import { rememberJudged } from './remember-judged.ts'
import { type SharedOutputs, shareOutputs, withOutputHere } from './shared-outputs.ts'
import { specOf } from './spec-of.ts'

export type ToolHostOptions = {
  /** A list, or a function that returns the current one: servers come and go. */
  readonly tools: readonly Tool[] | (() => readonly Tool[])
  /** The user's data folder: outputs that are too long go to its `outputs/<session>/`. */
  readonly home: string
  /** Where images are stored. Default: files in `home`. */
  readonly images?: KeepsImages
  /** Where other workers find long outputs. Default: nowhere but in `home`. */
  readonly outputs?: SharedOutputs | undefined
  /** Prepares the separate folder of an agent that has one, and returns its path. */
  readonly enter?: (request: ToolRequest) => Promise<Result<string>>
  /** The folders that a session may see. Read for each call, because they may change. Default: the whole disk. */
  readonly bounds?: ((session: SessionId) => Promise<FolderBounds>) | undefined
}

/** Runs the given tools. Never throws: errors become an output in words that the model can act on. */
export function toolHost(options: ToolHostOptions): ToolHost & { specs(): Record<string, ToolSpec> } {
  const tools = () => (typeof options.tools === 'function' ? options.tools() : options.tools)
  const images = options.images ?? imageFiles(fileBlobs(options.home))
  const judged = rememberJudged()
  const prepared = async (request: ToolRequest) =>
    prepare(tools(), await withOutputHere(options.home, request, options.outputs), options)
  return {
    specs: () => Object.fromEntries(tools().map((tool) => [tool.name, specOf(tool)])),
    inspect: async (request) => {
      const resources = await inspect(request, await prepared(request), options.home)
      judged.remember(request, resources)
      return resources
    },
    run: async (request, signal) => {
      const resources = request.resources ?? judged.take(request)
      const denied = await whyDenied(request, await prepared(request), { home: options.home, resources })
      if (denied !== undefined) return { ok: false, output: denied }
      const judgedRequest = { ...request, ...(resources && { resources }) }
      const result = await run(judgedRequest, await prepared(judgedRequest), signal)
      const output = await limitOutput(await keepToolPictures(result, request, images), {
        request,
        home: options.home,
        limit: limitFor(toolNamed(tools(), request), request),
      })
      if (output.truncated && options.outputs) await shareOutputs(options.home, request, options.outputs)
      return output
    },
  }
}

/** An agent's file can make a tool say less. More than the tool itself allows would flood the conversation. */
function limitFor(tool: Tool | undefined, { maxOutput }: ToolRequest): Partial<OutputLimit> {
  const own = tool?.maxOutput ?? {}
  return maxOutput === undefined ? own : { ...own, bytes: Math.min(maxOutput, own.bytes ?? MOST_BYTES) }
}

async function inspect(request: ToolRequest, ready: Ready, home: string): Promise<readonly Resource[]> {
  if (!ready.ok) return [refusedResource(ready.permission, request, ready.why)]
  try {
    return await guarded(await ready.tool.inspect(ready.input, ready.context), ready.context, home)
  } catch (error) {
    return [refusedResource(ready.tool.permission, request, messageOf(error))]
  }
}

/** Denies what tools must not touch, no matter what the rules say. */
async function guarded(resources: readonly Resource[], context: ToolContext, home: string) {
  const { session, workspace, bounds } = context
  const bounded = await guardFolders(resources, { home, session, workspace, bounds })
  return guardData(bounded, { home, session, workspace })
}

type Judged = { readonly home: string; readonly resources: readonly Resource[] | undefined }

/**
 * Why a call must not run, whatever was decided about it before: folders may have been taken away since, or a link may
 * lead elsewhere now. Within bounds, what it would touch is looked up again.
 */
async function whyDenied(request: ToolRequest, ready: Ready, { home, resources }: Judged): Promise<string | undefined> {
  const isBounded = ready.ok && ready.context.bounds !== undefined
  const now = resources && !isBounded ? [] : await inspect(request, ready, home)
  const before = resources && ready.ok ? await guarded(resources, ready.context, home) : []
  return touchesData([...before, ...now]) ?? leavesFolders([...before, ...now])
}

async function run(request: ToolRequest, ready: Ready, signal: AbortSignal): Promise<ToolResult> {
  if (!ready.ok) return { ok: false, output: ready.why }
  try {
    return await ready.tool.run(ready.input, ready.context, signal)
  } catch (error) {
    return { ok: false, output: `The tool "${request.tool}" failed: ${messageOf(error)}` }
  }
}

type Ready =
  | { readonly ok: true; readonly tool: Tool; readonly input: unknown; readonly context: ToolContext }
  | { readonly ok: false; readonly permission: string; readonly why: string }

async function prepare(
  tools: readonly Tool[],
  request: ToolRequest,
  { enter, bounds }: Pick<ToolHostOptions, 'enter' | 'bounds'>,
): Promise<Ready> {
  const tool = toolNamed(tools, request)
  if (!tool) {
    const names = tools.map(({ name }) => name).join(', ')
    return { ok: false, permission: request.tool, why: `Unknown tool "${request.tool}". Tools: ${names}.` }
  }
  const parsed = await parseInput(tool, request.input)
  if (!parsed.ok) return { ok: false, permission: tool.permission, why: parsed.refusal.message }
  const folder = await folderOf(request, enter)
  if (!folder.ok) return { ok: false, permission: tool.permission, why: folder.refusal.message }
  const workspace = await realpath(folder.value).catch(() => undefined)
  if (workspace === undefined)
    return { ok: false, permission: tool.permission, why: `The workspace ${folder.value} no longer exists.` }
  const context = { ...contextOf(request, workspace), ...(bounds && { bounds: await bounds(request.session) }) }
  return { ok: true, tool, input: parsed.value, context }
}

/** An agent with a separate folder never gets the workspace: others work there. */
async function folderOf(request: ToolRequest, enter: ToolHostOptions['enter']): Promise<Result<string>> {
  if (request.directory === undefined) return ok(request.workspace)
  return enter ? enter(request) : ok(request.directory)
}

function contextOf(request: ToolRequest, workspace: string): ToolContext {
  const { session, task, call, agent, resources, trace } = request
  const known = { ...(resources && { judged: resources }), ...(trace && { trace }) }
  return { session, task, call, agent, workspace, ...known }
}

const toolNamed = (tools: readonly Tool[], request: ToolRequest): Tool | undefined =>
  tools.find(({ name }) => name === request.tool)

/** A call that cannot be made is not worth asking the user about. */
const refusedResource = (permission: string, request: ToolRequest, why: string): Resource => ({
  permission,
  target: request.tool,
  verdict: 'deny',
  invalid: true,
  note: why,
})

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
