import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { ownPorts } from './listener.ts'

/** Processes, other than this one, that refer to a folder in their command line, environment or working directory. */
export function processesAt(folder: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => whatIsKnown(pid).includes(folder))
    .map((pid) => `${pid}: ${quietly(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')}`)
}

const whatIsKnown = (pid: string): string =>
  [
    quietly(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')),
    quietly(() => readFileSync(`/proc/${pid}/environ`, 'utf8')),
    quietly(() => readlinkSync(`/proc/${pid}/cwd`)),
  ].join('\n')

/** The ports on which this process listens, apart from those that the scenarios opened themselves. */
export function openPorts(): readonly number[] {
  const own = new Set(readdirSync('/proc/self/fd').map((fd) => quietly(() => readlinkSync(`/proc/self/fd/${fd}`))))
  const rows = ['tcp', 'tcp6'].flatMap((name) => readFileSync(`/proc/self/net/${name}`, 'utf8').split('\n').slice(1))
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === '0A' && own.has(`socket:[${inode}]`))
    .map(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16))
    .filter((port) => !ownPorts.has(port))
}

/** Names that contain a word, in the places where programs are found, started or left behind. */
export function plantedNames(token: string): readonly string[] {
  const folders = ['/', '/etc', '/etc/cron.d', '/etc/profile.d', '/usr/local/bin', '/tmp', '/var/tmp', '/dev/shm']
  return folders.flatMap((folder) =>
    quietly(() => readdirSync(folder).join('\n'))
      .split('\n')
      .filter((name) => name.includes(token))
      .map((name) => `${folder}/${name}`),
  )
}

/** Skips processes that have ended or belong to other users. */
function quietly(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
