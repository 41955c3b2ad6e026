import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { ownSystem } from '@convene/platform'

/** The command line of a running process, separated by spaces. Empty if it is gone or unknown. */
export function commandLineOf(id: number, platform: string = ownSystem.name): string {
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
