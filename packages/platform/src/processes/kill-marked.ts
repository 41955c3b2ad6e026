import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { ownSystem } from '../system/system.ts'

const MAX_ROUNDS = 200
const PAUSE_MS = 10
/** A process may start another and exit while we look, so a single empty scan proves nothing. */
const CLEAN_ROUNDS = 2

/** Kills every process with this line (`NAME=value`) in its environment, until none is left. Linux only. */
export async function killMarked(line: string): Promise<void> {
  if (!ownSystem.hasProc) return
  for (let round = 0, clean = 0; round < MAX_ROUNDS && clean < CLEAN_ROUNDS; round++) {
    const found = await marked(line)
    for (const pid of found) kill(pid)
    clean = found.length === 0 ? clean + 1 : 0
    if (found.length > 0) await setTimeout(PAUSE_MS)
  }
}

async function marked(line: string): Promise<readonly number[]> {
  const names = await readdir('/proc').catch((): string[] => [])
  const pids = names.map(Number).filter((pid) => pid > 0 && pid !== process.pid)
  const found = await Promise.all(pids.map(async (pid) => ((await carries(pid, line)) ? [pid] : [])))
  return found.flat()
}

/** A zombie has an empty environment, so it is not found. */
async function carries(pid: number, line: string): Promise<boolean> {
  const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')
  return environment.split('\0').includes(line)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already exited.
  }
}
