import { readdirSync, readFileSync } from 'node:fs'
import { ownSystem } from '@convene/platform'
import type { ResourceLimits } from './resource-limits.ts'

const EVERY_MS = 500
const PAGE_BYTES = 4_096

type Usage = { readonly parent: number; readonly threads: number; readonly memory: number }

/**
 * Periodically adds up what a process and all its descendants use, and reports when it is too much. The system's own
 * limits apply per process, and for root it does not limit the number of processes at all. Linux only. Returns a
 * function that stops watching.
 */
export function watchUsage(
  pid: number,
  { processes, memoryBytes }: ResourceLimits,
  tooMuch: (limit: 'processes' | 'memoryBytes') => void,
  { hasProc } = ownSystem,
): () => void {
  if (!hasProc) return () => undefined
  const timer = setInterval(() => {
    const { threads, memory } = usageBelow(pid)
    if (threads > processes) tooMuch('processes')
    else if (memory > memoryBytes) tooMuch('memoryBytes')
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

function usageBelow(root: number): { readonly threads: number; readonly memory: number } {
  const all = allUsage()
  const children = Map.groupBy(all.keys(), (pid) => all.get(pid)?.parent)
  let [threads, memory] = [0, 0]
  const open = [...(children.get(root) ?? [])]
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    const usage = all.get(pid)
    threads += usage?.threads ?? 0
    memory += usage?.memory ?? 0
    open.push(...(children.get(pid) ?? []))
  }
  return { threads, memory }
}

function allUsage(): ReadonlyMap<number, Usage> {
  const found = new Map<number, Usage>()
  for (const name of readdirSync('/proc')) {
    const usage = /^\d+$/.test(name) ? usageOf(name) : undefined
    if (usage) found.set(Number(name), usage)
  }
  return found
}

/** The program name is in parentheses and may contain anything, so fields are counted after the last parenthesis. */
function usageOf(pid: string): Usage | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, threads = 0, pages = 0] = [fields[1], fields[17], fields[21]]
    return { parent, threads, memory: pages * PAGE_BYTES }
  } catch {
    return undefined
  }
}
