import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Program } from '../program.ts'
import type { Check } from './check.ts'

const what = 'data folder'

/** Whether the data folder can be used, how large it is, and who else could read it. */
export function checkHome({ home }: Program): Check {
  const found = statSync(home, { throwIfNoEntry: false })
  if (!found) {
    const parent = nearestFolder(home)
    if (canWrite(parent)) return { state: 'good', what, found: `${home} (made with the first session)` }
    return { state: 'bad', what, found: `${home} cannot be made: ${parent} is not writable`, fix: another }
  }
  if (!found.isDirectory()) return { state: 'bad', what, found: `${home} is not a folder`, fix: another }
  if (!canWrite(home))
    return { state: 'bad', what, found: `${home} is not writable`, fix: `chmod u+rwx ${home}, or ${another}` }
  const mode = (found.mode & 0o777).toString(8)
  const text = `${home} (${sizeText(sizeOf(home))}, mode ${mode})`
  const isOpen = process.platform !== 'win32' && (found.mode & 0o077) !== 0
  if (!isOpen) return { state: 'good', what, found: text }
  return { state: 'note', what, found: text, fix: `Others on this machine can look into it: chmod 700 ${home}` }
}

const another = 'set CONVENE_HOME to a folder that you can write.'

function nearestFolder(path: string): string {
  const parent = dirname(path)
  return parent === path || statSync(parent, { throwIfNoEntry: false }) ? parent : nearestFolder(parent)
}

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).reduce((sum, entry) => {
    const size = entry.isFile() ? statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size : 0
    return sum + (size ?? 0)
  }, 0)
}

const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** Whether the database opens and is whole. A damaged one is set aside by opening it, and what can be is recovered. */
export async function checkDatabase(program: Program): Promise<readonly Check[]> {
  if (!statSync(join(program.home, 'convene.db'), { throwIfNoEntry: false }))
    return [{ state: 'good', what: 'database', found: 'none yet' }]
  try {
    const { log, notices } = await program.store()
    const sessions = await log.list({ limit: 1_000_000 })
    const broken = log.quarantined()
    const notes = notices.map((found): Check => ({ state: 'note', what: 'database', found }))
    const set: readonly Check[] =
      broken > 0 ? [{ state: 'note', what: 'database', found: `${broken} damaged events were set aside` }] : []
    return [{ state: 'good', what: 'database', found: `whole, ${sessions.length} sessions` }, ...set, ...notes]
  } catch (error) {
    return [{ state: 'bad', what: 'database', found: error instanceof Error ? error.message : String(error) }]
  }
}
