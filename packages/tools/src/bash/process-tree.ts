import { readdirSync, readFileSync } from 'node:fs'
import { ownSystem } from '@convene/platform'

/** An environment variable that marks every process of a command, even after it has left its group and its parent. */
export const marker = 'CONVENE_COMMAND'

/** Signals a command's group and every process with its mark. Returns how many were reached. */
export function signalTree(group: number, mark: string, signal: NodeJS.Signals): number {
  return (group > 0 ? send(-group, signal) : 0) + signalMarked(mark, signal)
}

/** Signals every process with the mark. Returns how many were reached. */
export const signalMarked = (mark: string, signal: NodeJS.Signals): number =>
  marked(mark).reduce((count, pid) => count + send(pid, signal), 0)

function send(pid: number, signal: NodeJS.Signals): number {
  try {
    process.kill(pid, signal)
    return 1
  } catch {
    return 0
  }
}

/** Linux only. Other systems do not reveal another process's environment, so signalling the group has to do. */
export function marked(mark: string, { hasProc } = ownSystem): readonly number[] {
  if (!hasProc) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => carries(name, `${marker}=${mark}`))
    .map(Number)
}

function carries(pid: string, entry: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(entry)
  } catch {
    return false
  }
}
