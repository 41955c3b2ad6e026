import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The command line of a process that lives, its words parted by spaces; empty where it is gone or cannot be known. */
export function commandLineOf(id: number, platform: string = process.platform): string {
  if (platform === 'linux') return readCommandLine(id)
  if (platform === 'darwin') return askSystem(id)
  return ''
}

function readCommandLine(id: number): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

const askSystem = (id: number): string =>
  spawnSync('ps', ['-ww', '-o', 'command=', '-p', `${id}`], { encoding: 'utf8' }).stdout?.trim() ?? ''
