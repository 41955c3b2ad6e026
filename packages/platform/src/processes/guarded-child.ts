import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { killMarked } from './kill-marked.ts'
import { treeControl } from './tree-control.ts'

export type GuardedChildOptions = {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd?: string | undefined
  readonly env: { readonly [name: string]: string }
  readonly stdio?: readonly ('pipe' | 'ignore' | 'ipc')[]
}

/** A child process whose whole tree ends with `end`, or when this process dies for any reason. */
export type GuardedChild = {
  readonly process: ChildProcess
  /**
   * Kills the tree. With a grace period, its input is closed first, then it gets SIGTERM, with that long to react each
   * time.
   */
  end(graceMs?: number): Promise<void>
}

/** Set for the child and inherited by its descendants, to find those that left the process group. */
const MARK = 'CONVENE_CHILD'

const DRAIN_MS = 500

/** Waits for its input to close, which happens when this process is gone, then kills the remaining tree. */
const WATCH = `trap '' HUP INT TERM
cat >/dev/null
kill -KILL -- "-$1"
for file in $(grep -lsz "^${MARK}=$2\\$" /proc/[0-9]*/environ); do
  pid=\${file#/proc/}; pid=\${pid%/environ}
  [ "$pid" = $$ ] || kill -KILL "$pid"
done`

/** Starts a program in its own process group. If it cannot be started, the process emits `error`. */
export function guardedChild(options: GuardedChildOptions): GuardedChild {
  const mark = randomUUID()
  const control = treeControl()
  const child = spawn(options.command, [...options.args], {
    cwd: options.cwd,
    env: { ...options.env, [MARK]: mark },
    stdio: [...(options.stdio ?? ['pipe', 'pipe', 'pipe'])],
    detached: control.isGroup,
    windowsHide: true,
  })
  const watch = child.pid && control.isGroup ? watchOver(child.pid, mark) : undefined
  let ended: Promise<void> | undefined
  const end = (graceMs = 0) => {
    ended ??= sayGoodbye(child, graceMs)
      .then(() => endTree(child, `${MARK}=${mark}`))
      .finally(() => watch?.kill('SIGKILL'))
    return ended
  }
  // Its descendants must not outlive it.
  child.once('exit', () => void end())
  return { process: child, end }
}

function watchOver(pid: number, mark: string): ChildProcess {
  const watch = spawn('/bin/sh', ['-c', WATCH, 'sh', String(pid), mark], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { PATH: '/usr/bin:/bin' },
  })
  watch.on('error', () => {})
  watch.unref()
  ;(watch.stdin as { unref?: () => void } | null)?.unref?.()
  return watch
}

async function sayGoodbye(child: ChildProcess, graceMs: number): Promise<void> {
  if (graceMs === 0 || !child.pid) return
  child.stdin?.end()
  await within(graceMs, exit(child))
  if (isRunning(child)) child.kill('SIGTERM')
  await within(graceMs, exit(child))
}

async function endTree(child: ChildProcess, mark: string): Promise<void> {
  if (!child.pid) return
  const exited = exit(child)
  treeControl().kill(child.pid)
  await exited
  await killMarked(mark)
  await drained(child)
}

/** Its last output is still read. A pipe that another process holds open is closed from our side. */
async function drained(child: ChildProcess): Promise<void> {
  const open = child.stdio.filter((stream) => stream && 'read' in stream && !stream.destroyed)
  if (open.length > 0) await within(DRAIN_MS, once(child, 'close'))
  for (const stream of child.stdio) stream?.destroy()
}

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

const exit = (child: ChildProcess): Promise<unknown> => (isRunning(child) ? once(child, 'exit') : Promise.resolve())

async function within(ms: number, event: Promise<unknown>): Promise<void> {
  const late = new AbortController()
  await Promise.race([event, delay(ms, undefined, { signal: late.signal }).catch(() => {})])
  late.abort()
}
