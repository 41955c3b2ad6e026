import { readdirSync, readFileSync } from 'node:fs'

/** The variable that every process of a command carries, also after it has left its group and its parent. */
export const marker = 'CONVENE_COMMAND'

/** Sends a signal to a command's group and to all that carries its mark; how many got it. */
export function signalTree(group: number, mark: string, signal: NodeJS.Signals): number {
  return (group > 0 ? send(-group, signal) : 0) + signalMarked(mark, signal)
}

/** Sends a signal to all that carries the mark; how many got it. */
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

/** Linux only: elsewhere nobody tells the environment of a foreign process, and the group must do. */
export function marked(mark: string): readonly number[] {
  if (process.platform !== 'linux') return []
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
