import type { Json } from '@convene/domain'
import { ok, type Result, refuse } from '@convene/domain'
import { failed } from '../failed-output.ts'
import { inputPreview } from '../input-preview.ts'
import { foreignInput } from '../json-schema.ts'
import { cleanUpTo } from '../mcp/connection/clean-text.ts'
import type { Tool } from '../tool.ts'
import { type ChildOptions, ToolChild } from './tool-child.ts'
import { shapeProblem, ToolShape } from './tool-shape.ts'

export type CustomToolOptions = ChildOptions & { readonly loadMs: number }

export type CustomTool = { readonly tool: Tool<Input>; close(): Promise<void> }
type Input = { readonly [key: string]: Json }

/** Loads a tool file, or says why it is not a tool. Between calls, one process waits for the next. */
export async function customTool(options: CustomToolOptions): Promise<Result<CustomTool>> {
  const children = new Set<ToolChild>()
  const start = async (): Promise<Result<{ child: ToolChild; shape: ToolShape }>> => {
    const child = new ToolChild(options)
    children.add(child)
    const shape = await shapeOf(child, options.loadMs)
    if (shape.ok) return ok({ child, shape: shape.value })
    children.delete(child)
    await child.end()
    return shape
  }
  let isClosed = false
  const close = async () => {
    isClosed = true
    await Promise.all([...children].map((child) => child.end()))
  }
  const first = await start()
  if (!first.ok) return first
  const { shape } = first.value
  let idle: ToolChild | undefined = first.value.child

  const run: Tool<Input>['run'] = async (input, { workspace }, signal) => {
    if (isClosed) return failed('The tool was closed.')
    const waiting = idle?.isAlive ? idle : undefined
    idle = undefined
    const started = waiting ? ok({ child: waiting }) : await start()
    if (!started.ok) return failed(`The tool could not be started: ${started.refusal.message}.`)
    const { child } = started.value
    const output = await child.run({ input, workspace }, signal)
    if (child.isAlive && !idle) idle = child
    else {
      children.delete(child)
      await child.end()
    }
    return output
  }
  return ok({ tool: toolOf(shape, run), close })
}

function toolOf(
  { name, description, input, readOnly, reaches, permission = name }: ToolShape,
  run: Tool<Input>['run'],
): Tool<Input> {
  return {
    name,
    description,
    input: foreignInput(input),
    permission,
    readOnly,
    reaches: reaches ?? 'everything',
    inspect: async (given) => [{ permission, target: name, preview: inputPreview(given) }],
    run,
  }
}

async function shapeOf(child: ToolChild, loadMs: number): Promise<Result<ToolShape>> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<{ failed: string }>((resolve) => {
    timer = setTimeout(() => resolve({ failed: `it did not load within ${loadMs / 1_000} s` }), loadMs).unref()
  })
  const reply = await Promise.race([child.loaded, late])
  clearTimeout(timer)
  if (!('loaded' in reply))
    return refuse('not_loaded', 'failed' in reply ? cleanUpTo(reply.failed, 500) : 'it said nothing')
  const shape = ToolShape.safeParse(reply.loaded ?? undefined)
  if (shape.success) return ok(shape.data)
  return refuse('bad_shape', `its default export is not a tool: ${shapeProblem(shape.error)}`)
}
