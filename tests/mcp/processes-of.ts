import { readdirSync, readFileSync } from 'node:fs'

/** The processes whose command line names this folder, without those that have ended. */
export function processesOf(folder: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(commandLine)
    .filter((line) => line.includes(folder))
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
