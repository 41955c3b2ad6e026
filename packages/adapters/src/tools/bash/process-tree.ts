import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** The variable that every process of a command carries, also after it has left its group and its parent. */
export const marker = 'CONVENE_COMMAND'

/** Sends a signal to a command's group and to all that carries its mark or still holds its output. */
export function signalTree(group: number, mark: string, signal: NodeJS.Signals): number {
  let count = send(-group, signal)
  for (const pid of marked(mark)) count += send(pid, signal)
  return count
}

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

/** Processes that hold the other end of one of these pipes. */
export function holders(pipes: readonly string[]): readonly number[] {
  if (process.platform !== 'linux' || pipes.length === 0) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => [1, 2].some((fd) => pipes.includes(linkOf(`/proc/${name}/fd/${fd}`))))
    .map(Number)
}

export function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
