import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))

export type Measured = {
  readonly cpuMsPerCall: number
  readonly wallMsPerCall: number
  readonly wallMs: number
  readonly callsPerSecond: number
  readonly commitsPerCall: number
  readonly memoryMiB: number
  /** Disk space after closing, per repetition. */
  readonly keptKiB: number
}

export type BenchServer = { readonly url: string; readonly process: ChildProcess; close(): void }

/** Runs the model server in a separate process, so its work is not measured. */
export async function startServer(): Promise<BenchServer> {
  const child = fork(file('./server.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { url: `http://127.0.0.1:${port}`, process: child, close: () => void child.kill() }
}

export type Job = {
  readonly contender: string
  readonly workload: string
  readonly model: string
  readonly repeat: number
}

/** Measures one contender with one workload in a new process. */
export async function measure(server: BenchServer, { contender, workload, model, repeat }: Job): Promise<Measured> {
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, [
    file('./child.ts'),
    contender,
    workload,
    server.url,
    model,
    String(repeat),
  ])
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as Measured
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}
