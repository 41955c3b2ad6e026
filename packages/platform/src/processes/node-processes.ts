import { readFileSync } from 'node:fs'
import type { Processes, ProcessMark } from '@convene/engine'

/**
 * The processes on this machine. On Linux a mark is exact because the kernel reports the start time. On other systems
 * the start time of another process is unknown, so a reused pid counts as alive, and only a missing heartbeat releases
 * what it owned.
 */
export function nodeProcesses(startOf: (pid: number) => number | undefined = startInProc): Processes {
  const own = startOf(process.pid)
  const self: ProcessMark = { pid: process.pid, startedAt: own ?? Math.round(performance.timeOrigin) }
  return {
    self,
    alive(mark) {
      if (mark.pid === self.pid) return mark.startedAt === self.startedAt
      return own === undefined ? answers(mark.pid) : startOf(mark.pid) === mark.startedAt
    },
  }
}

/** Clock ticks since boot: unlike wall time, they never change afterwards. */
function startInProc(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' || state === 'X' ? undefined : Number(fields[18])
  } catch {
    return undefined
  }
}

function answers(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}
