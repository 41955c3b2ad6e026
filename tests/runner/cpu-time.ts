import { appendFileSync, readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/**
 * CPU seconds of this process and of all it started, whether they have ended or still run, such as a shared browser.
 * Undefined on systems without /proc.
 */
export function cpuSeconds(): number | undefined {
  try {
    return ticksOf(process.pid) / TICKS_PER_SECOND
  } catch {
    return undefined
  }
}

/** A process that ends hands its time to its parent, so that the sum over the tree only grows. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /u, '')
    .split(' ')
  const own = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0)
  return childrenOf(pid).reduce((sum, child) => sum + ticksOrNone(child), own)
}

function ticksOrNone(pid: number): number {
  try {
    return ticksOf(pid)
  } catch {
    return 0 // It ended while we looked.
  }
}

const childrenOf = (pid: number): readonly number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  )

/** Notes what a test file cost, for `--slow`: one line per file. */
export function noteCost(folder: string, file: string, seconds: number): void {
  appendFileSync(`${folder}/cost.ndjson`, `${JSON.stringify({ file, seconds })}\n`)
}
