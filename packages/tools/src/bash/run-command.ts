import { type ChildProcess, spawn } from 'node:child_process'
import type { AbortSignal } from '@convene/engine'
import type { CapturedOutput } from './captured-output.ts'
import { signalMarked, signalTree } from './process-tree.ts'
import type { ResourceLimits } from './resource-limits.ts'
import { watchUsage } from './watch-usage.ts'

export type CommandRequest = {
  readonly program: string
  readonly args: readonly string[]
  readonly folder: string
  readonly environment: { readonly [name: string]: string }
  /** Every process of the command has it in its environment. See `marker`. */
  readonly mark: string
  /** Ending the sandbox program ends everything inside, so only the processes inside are asked to stop. */
  readonly isConfined: boolean
  readonly timeoutMs: number
  /** What it may use, including everything it starts. Watched only in a sandbox, which ends as a whole. */
  readonly limits: ResourceLimits
  readonly output: CapturedOutput
}

/** How a command ended. We cause `stopped` and `timeout`. A `signal` may be its own. */
export type CommandEnd = {
  readonly reason: 'exit' | 'signal' | 'stopped' | 'timeout' | 'not started' | 'limit'
  /** The limit that ended it. */
  readonly limit?: keyof ResourceLimits
  readonly code?: number
  readonly signal?: string
  readonly error?: string
  readonly elapsedMs: number
}

const graceMs = 700
const drainMs = 500

/**
 * Runs a program in a separate process session until it ends or is stopped, and leaves no process behind. Never throws.
 */
export function runCommand(request: CommandRequest, signal: AbortSignal): Promise<CommandEnd> {
  const began = performance.now()
  const elapsed = () => Math.round(performance.now() - began)
  if (signal.aborted) return Promise.resolve({ reason: 'stopped', elapsedMs: 0 })
  return new Promise((resolve) => {
    const child = start(request)
    let cause: Cause | undefined
    const stop = (reason: 'stopped' | 'timeout') => {
      cause ??= { reason }
      end(child, request)
    }
    const abort = () => stop('stopped')
    const timer = setTimeout(() => stop('timeout'), request.timeoutMs)
    const unwatch = watched(child, request, (limit) => {
      cause ??= { reason: 'limit', limit }
    })
    const finish = (ending: Omit<CommandEnd, 'elapsedMs'>) => {
      clearTimeout(timer)
      unwatch()
      signal.removeEventListener('abort', abort)
      resolve({ ...ending, elapsedMs: elapsed() })
    }
    signal.addEventListener('abort', abort, { once: true })
    child.stdout?.on('data', (chunk: Buffer) => request.output.add(chunk))
    child.stderr?.on('data', (chunk: Buffer) => request.output.add(chunk))
    child.once('error', (error) => finish({ reason: 'not started', error: error.message }))
    child.once('exit', (code, by) => {
      void settle(child, request).then(() => finish(ending(cause, code, by)))
    })
  })
}

/** Why we ended it, if we did. */
type Cause = Pick<CommandEnd, 'reason' | 'limit'>

/** Kills on excessive use without asking first: a fork bomb does not react to a polite signal. */
function watched(
  child: ChildProcess,
  { isConfined, limits }: CommandRequest,
  note: (limit: keyof ResourceLimits) => void,
) {
  const { pid } = child
  if (pid === undefined || !isConfined) return () => undefined
  return watchUsage(pid, limits, (limit) => {
    note(limit)
    child.kill('SIGKILL')
  })
}

function start({ program, args, folder, environment }: CommandRequest): ChildProcess {
  return spawn(program, args, {
    cwd: folder,
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    windowsHide: true,
  })
}

function end(child: ChildProcess, { mark, isConfined }: CommandRequest): void {
  if (child.pid === undefined) return
  const group = child.pid
  if (isConfined) signalMarked(mark, 'SIGTERM')
  else signalTree(group, mark, 'SIGTERM')
  setTimeout(() => signalTree(group, mark, 'SIGKILL'), graceMs).unref()
}

/** After the command: ends its leftover processes and reads the rest of the pipes. */
async function settle(child: ChildProcess, { mark }: CommandRequest): Promise<void> {
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  for (let round = 0; round < 20 && signalTree(child.pid ?? 0, mark, 'SIGKILL') > 0; round++) await pause(10)
  await Promise.race([closed, pause(drainMs)])
  child.stdout?.destroy()
  child.stderr?.destroy()
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

function ending(
  cause: Cause | undefined,
  code: number | null,
  by: NodeJS.Signals | null,
): Omit<CommandEnd, 'elapsedMs'> {
  if (cause) return cause
  if (by) return { reason: 'signal', signal: by }
  return { reason: 'exit', code: code ?? 0 }
}
