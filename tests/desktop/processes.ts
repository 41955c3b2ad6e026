import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Every descendant of this process, oldest first. */
export function childrenOf(pid: number): readonly number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map((name) => [Number(name), parentOf(name)] as const)
  const below = (of: number): readonly number[] =>
    parents.flatMap(([child, parent]) => (parent === of ? [child, ...below(child)] : []))
  return below(pid)
}

function parentOf(pid: string): number {
  return Number(/^PPid:\s+(\d+)/mu.exec(read(`/proc/${pid}/status`))?.[1])
}

/** All users' processes that were started with these words. */
export const startedWith = (words: string): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name) && read(`/proc/${name}/cmdline`).includes(words))
    .filter((name) => !/^State:\s+Z/mu.test(read(`/proc/${name}/status`)))
    .map(Number)

/** Sockets of these processes that accept connections over a network. */
export function listening(pids: readonly number[]): readonly string[] {
  const open = new Set(pids.flatMap(socketsOf))
  return ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((table) =>
    read(`/proc/net/${table}`)
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/u))
      .filter((row) => (table.startsWith('udp') || row[3] === '0A') && open.has(row[9] ?? ''))
      .map((row) => `${table} ${row[1]}`),
  )
}

function socketsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const target = linkOf(`/proc/${pid}/fd/${fd}`)
      return /^socket:\[(\d+)\]$/u.exec(target)?.[1] ?? []
    })
  } catch {
    return []
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
