import type { Outcome, Session, ToolEffect } from '@convene/domain'
import type { AbortController } from '../platform.ts'
import type { Clock } from '../ports/clock.ts'
import type { ToolHost, ToolOutput, ToolRequest } from '../ports/tools.ts'

export type ToolRun = {
  readonly tools: ToolHost
  readonly clock: Clock
  readonly effect: ToolEffect
  readonly request: ToolRequest
  readonly abort: AbortController
}

/** Runs one tool call to its end, its time limit, or its abort. */
export async function runTool({ tools, clock, effect, request, abort }: ToolRun): Promise<Outcome> {
  const startedAt = clock.ticks()
  let timedOut = false
  const cancel = clock.after(effect.timeoutMs, () => {
    timedOut = true
    abort.abort()
  })
  const result = await tools.run(request, abort.signal).catch(broken)
  cancel()
  const ms = Math.round(clock.ticks() - startedAt)
  if (timedOut)
    return {
      kind: 'output',
      ok: false,
      output: `Stopped after ${Math.round(effect.timeoutMs / 1_000)} s.\n${result.output}`,
      ms,
    }
  if (abort.signal.aborted) return { kind: 'aborted', partial: '', ms }
  return { kind: 'output', ...result, ms }
}

/** What would the call touch? A host that cannot say gives no resources, and the rules for the bare tool decide. */
export async function inspectTool(tools: ToolHost, request: ToolRequest): Promise<Outcome> {
  const resources = await tools.inspect(request).catch(() => [])
  return { kind: 'inspected', resources }
}

/** The call as the tool host gets it, from the newest state. */
export function toolRequest(
  session: Session,
  effect: { readonly task: ToolEffect['task']; readonly call: ToolEffect['call'] },
): ToolRequest | undefined {
  const call = session.tasks[effect.task]?.calls.find(({ id }) => id === effect.call)
  if (!call) return undefined
  return {
    session: session.id,
    task: effect.task,
    call: call.id,
    tool: call.tool,
    input: call.input,
    workspace: session.workspace,
  }
}

const broken = (error: unknown): ToolOutput => ({
  ok: false,
  output: `The tool broke: ${error instanceof Error ? error.message : String(error)}`,
})
