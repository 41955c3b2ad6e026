import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { killMarked } from './kill-marked.ts'

export type GuardedChildOptions = {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd?: string | undefined
  readonly env: { readonly [name: string]: string }
  readonly stdio?: readonly ('pipe' | 'ignore' | 'ipc')[]
}

/** A child whose whole tree ends with `end`, and also when this process dies, however it dies. */
export type GuardedChild = { readonly process: ChildProcess; end(): Promise<void> }

/** Carried by the child and everything it starts, so that what left the process group is found too. */
const MARK = 'CONVENE_CHILD'

const DRAIN_MS = 500

/** Waits for its input to end, which happens when this process is gone, and kills what is left. */
const WATCH = `trap '' HUP INT TERM
cat >/dev/null
kill -KILL -- "-$1"
for file in $(grep -lsz "^${MARK}=$2\\$" /proc/[0-9]*/environ); do
  pid=\${file#/proc/}; pid=\${pid%/environ}
  [ "$pid" = $$ ] || kill -KILL "$pid"
done`

/** Starts a program in a process group of its own. An `error` event of the process says that it could not be started. */
export function guardedChild(options: GuardedChildOptions): GuardedChild {
  const mark = randomUUID()
  const child = spawn(options.command, [...options.args], {
    cwd: options.cwd,
    env: { ...options.env, [MARK]: mark },
    stdio: [...(options.stdio ?? ['pipe', 'pipe', 'pipe'])],
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  const watch = process.platform === 'win32' || !child.pid ? undefined : watchOver(child.pid, mark)
  let ended: Promise<void> | undefined
  const end = () => {
    ended ??= endTree(child, `${MARK}=${mark}`).finally(() => watch?.kill('SIGKILL'))
    return ended
  }
  // What it left behind must not outlive it.
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

async function endTree(child: ChildProcess, mark: string): Promise<void> {
  if (!child.pid) return
  const exited = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })
  if (process.platform === 'win32') spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' })
  else killGroup(child.pid)
  await exited
  await killMarked(mark)
  await drained(child)
}

/** What it wrote last is still read; a pipe that somebody else holds open is closed from our side. */
async function drained(child: ChildProcess): Promise<void> {
  const open = child.stdio.filter((stream) => stream && 'read' in stream && !stream.destroyed)
  if (open.length > 0) await Promise.race([once(child, 'close'), delay(DRAIN_MS, undefined, { ref: false })])
  for (const stream of child.stdio) stream?.destroy()
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing of it is left.
  }
}
