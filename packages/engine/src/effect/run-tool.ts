import {
  buildOf,
  directoryOf,
  type Outcome,
  outputLimitOf,
  type Session,
  type ToolEffect,
  toolInputOf,
  worktreeOf,
} from '@convene/domain'
import type { AbortController } from '../platform.ts'
import type { Clock } from '../ports/clock.ts'
import type { ToolHost, ToolOutput, ToolRequest } from '../ports/tools.ts'

/** How long an aborted tool may take to stop before it is abandoned. */
const GRACE_MS = 5_000
const INSPECTION_LIMIT_MS = 30_000

export type ToolInspection = {
  readonly tools: ToolHost
  readonly clock: Clock
  readonly request: ToolRequest
  readonly abort: AbortController
}

export type ToolRun = ToolInspection & { readonly effect: ToolEffect }

/** Runs one tool call to its end, its time limit, or its abort. */
export async function runTool({ tools, clock, effect, request, abort }: ToolRun): Promise<Outcome> {
  const startedAt = clock.ticks()
  let timedOut = false
  let cancel = clock.after(effect.timeoutMs, () => {
    timedOut = true
    abort.abort()
  })
  // Raced, so that a tool that ignores its signal cannot block the session.
  const givenUp = new Promise<ToolOutput>((resolve) => {
    const wait = () => {
      cancel()
      cancel = clock.after(GRACE_MS, () => resolve({ ok: false, output: 'It did not stop when aborted.' }))
    }
    abort.signal.addEventListener('abort', wait, { once: true })
  })
  const result = await Promise.race([tools.run(request, abort.signal).catch(broken), givenUp])
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

/** Finds out what the call would touch. If the host cannot say, the call fails: a deny rule must not be bypassed. */
export async function inspectTool({ tools, clock, request, abort }: ToolInspection): Promise<Outcome> {
  let cancel = () => {}
  const ended = new Promise<Outcome>((resolve) => {
    cancel = clock.after(INSPECTION_LIMIT_MS, () => resolve(unseen('nobody could say in time')))
    abort.signal.addEventListener('abort', () => resolve({ kind: 'aborted', partial: '', ms: 0 }), { once: true })
  })
  const looked = tools.inspect(request).then(
    (resources): Outcome => ({ kind: 'inspected', resources }),
    (error): Outcome => unseen(error instanceof Error ? error.message : String(error)),
  )
  const outcome = await Promise.race([looked, ended])
  cancel()
  return outcome
}

const unseen = (why: string): Outcome => ({
  kind: 'output',
  ok: false,
  output: `The call was not run, since what it would touch is unknown: ${why}.`,
  ms: 0,
})

/** The call for the tool host, from the newest state. */
export function toolRequest(
  session: Session,
  effect: { readonly task: ToolEffect['task']; readonly call: ToolEffect['call'] },
): ToolRequest | undefined {
  const task = session.tasks[effect.task]
  const call = task?.calls.find(({ id }) => id === effect.call)
  if (!task || !call) return undefined
  const directory = directoryOf(session, task)
  const worktree = worktreeOf(session, task)
  const maxOutput = outputLimitOf(session, task, call.tool)
  return {
    session: session.id,
    task: effect.task,
    call: call.id,
    tool: call.tool,
    input: toolInputOf(session, task, call),
    workspace: session.workspace,
    ...(directory !== session.workspace && { directory }),
    ...(worktree !== null && { worktree }),
    ...buildOf(session),
    agent: task.agent,
    ...(maxOutput !== undefined && { maxOutput }),
    // What the rules have judged: the host refuses if the call would now touch something else.
    ...('resources' in call.at && { resources: call.at.resources }),
  }
}

const broken = (error: unknown): ToolOutput => ({
  ok: false,
  output: `The tool broke: ${error instanceof Error ? error.message : String(error)}`,
})
