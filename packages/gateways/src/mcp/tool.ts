import { RefusedRequest } from '@convene/host'
import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { McpCall, McpCaller } from './caller.ts'
import { answered, type WatchResult } from './watch.ts'

type ToolSpec<Input extends z.ZodObject, Output extends z.ZodObject> = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Input
  readonly output: Output
  readonly hints: ToolAnnotations
  run(call: McpCall, given: z.output<Input>): Promise<WatchResult>
}

/** Registers a tool. If the call comes back with the user's answer, it continues instead of starting again. */
export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(
  caller: McpCaller,
  { name, title, description, input, output, hints, run }: ToolSpec<Input, Output>,
): void {
  const schemas = { inputSchema: input as z.ZodObject, outputSchema: output as z.ZodObject }
  const about = { title, description, ...schemas, annotations: { title, ...hints } }
  caller.server.registerTool(name, about, async (given, context) => {
    const { wait } = given as { readonly wait?: number }
    const call: McpCall = { caller, context, wait: wait ?? 0 }
    try {
      return (await answered(call)) ?? (await run(call, given as z.output<Input>))
    } catch (error) {
      if (error instanceof RefusedRequest) return failed(error.message)
      const telemetry = await caller.program.telemetry()
      telemetry.log('error', 'bug', String(error), { stack: error instanceof Error ? error.stack : undefined })
      const { folders, home } = caller.program
      return failed(`Internal error. Details: ${folders ? 'the logs of the server' : `${home}/logs`}.`)
    }
  })
}

const failed = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true })
