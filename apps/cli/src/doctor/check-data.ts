import {
  accessSync,
  constants,
  type Dirent,
  lstatSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { countText } from '@convene/domain'
import type { DoctorCheck } from '@convene/host'
import { knownKey, receiptKeyFile, shortId } from '@convene/host'
import { ownSystem } from '@convene/platform'
import type { ChainsReport } from '@convene/store'
import type { CliProgram } from '../program.ts'

const what = 'data folder'

/** Whether the data folder is usable, its size, and whether others can read it. */
export function checkHome({ home }: Pick<CliProgram, 'home'>, { hasModes } = ownSystem): DoctorCheck {
  const found = statSync(home, { throwIfNoEntry: false })
  if (!found) {
    const parent = nearestFolder(home)
    if (canWrite(parent)) return { state: 'good', what, found: `${home} (created with the first session)` }
    return { state: 'bad', what, found: `cannot create ${home}: ${parent} is not writable`, fix: another }
  }
  if (!found.isDirectory()) return { state: 'bad', what, found: `${home} is not a folder`, fix: another }
  if (!canWrite(home))
    return { state: 'bad', what, found: `${home} is not writable`, fix: `chmod u+rwx ${home}, or ${another}` }
  const full = fullText(home)
  if (full !== undefined) return { state: 'bad', what, found: full, fix: 'Free some space, then try again.' }
  const mode = (found.mode & 0o777).toString(8)
  const text = `${home} (${sizeText(sizeOf(home))}, ${sizeText(freeIn(home))} free, mode ${mode})`
  const isOpen = hasModes && (found.mode & 0o077) !== 0
  if (!isOpen) return { state: 'good', what, found: text }
  return { state: 'note', what, found: text, fix: `Other users on this machine can read it. Fix: chmod 700 ${home}` }
}

const another = 'set CONVENE_HOME to a folder you can write to.'

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

/** About what one small session needs. With less, the database cannot store the next event. */
const PROBE_BYTES = 256 * 1_024

/** Why nothing can be stored in a folder, although its mode allows it. Only a write can tell, because quotas count too. */
function fullText(folder: string): string | undefined {
  const file = join(folder, `.doctor-${process.pid}`)
  try {
    writeFileSync(file, Buffer.alloc(PROBE_BYTES), { flush: true })
    return undefined
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException
    return `nothing can be stored in ${folder}: ${code === 'ENOSPC' ? 'the disk is full' : code}`
  } finally {
    rmSync(file, { force: true })
  }
}

function freeIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Folders of running sessions change while they are measured, and a worktree may hold links to anywhere. */
function sizeOf(folder: string): number {
  let sum = 0
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) sum += sizeOf(path)
    else if (entry.isFile()) sum += lstatSync(path, { throwIfNoEntry: false })?.size ?? 0
  }
  return sum
}

/** None if the folder is gone or cannot be read. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} KB`
  return bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`
}

/** The key that signs receipts, by which others recognize them. */
export function checkReceiptKey({ home }: Pick<CliProgram, 'home'>, { hasModes } = ownSystem): DoctorCheck {
  const what = 'receipts'
  try {
    const key = knownKey(home)
    if (key === undefined) return { state: 'good', what, found: 'no key yet (created with the first receipt)' }
    const isOpen = hasModes && (statSync(receiptKeyFile(home)).mode & 0o077) !== 0
    const found = `signed with the key ${key}`
    if (!isOpen) return { state: 'good', what, found }
    return { state: 'note', what, found, fix: `Other users can read it. Fix: chmod 600 ${receiptKeyFile(home)}` }
  } catch (error) {
    const fix = `Move ${receiptKeyFile(home)} away. The next receipt creates a new key.`
    return { state: 'note', what, found: `the key cannot be read (${(error as Error).message})`, fix }
  }
}

const recovery =
  'Close all Convene windows and processes, then run `convene doctor` again. It keeps the damaged file and recovers what it can.'

/** Whether every page, event and text is intact. Opening a damaged file moves it aside and recovers what it can. */
export async function checkDatabase(program: CliProgram): Promise<readonly DoctorCheck[]> {
  if (!statSync(join(program.home, 'convene.db'), { throwIfNoEntry: false }))
    return [{ state: 'good', what: 'database', found: 'none yet' }]
  try {
    const { local: log, notices } = await program.store()
    if (!log) return []
    const notes = notices.map((found): DoctorCheck => ({ state: 'note', what: 'database', found }))
    const { pages, damaged, unlisted, unknown } = await log.verify()
    if (pages !== '') return [{ state: 'bad', what: 'database', found: `damaged (${pages})`, fix: recovery }, ...notes]
    const known = log.quarantined()
    const whole = await log.recheck([...damaged, ...unlisted])
    const sessions = await log.list({ limit: 1_000_000 })
    const found = `OK (${countText(sessions.length, 'session')})`
    return [
      log.quarantined() > known ? newlyDamaged : { state: 'good', what: 'database', found },
      ...repaired(whole, damaged, unlisted),
      ...foreign(unknown),
      ...history(await log.chains(), damaged),
      ...notes,
    ]
  } catch (error) {
    return [{ state: 'bad', what: 'database', found: error instanceof Error ? error.message : String(error) }]
  }
}

/** Whether each session is what was stored, even if somebody has put the checksums right. */
function history({ heads, broken }: ChainsReport, damaged: readonly string[]): readonly DoctorCheck[] {
  const rewritten = broken.filter((session) => !damaged.includes(session))
  if (rewritten.length === 0)
    return [{ state: 'good', what: 'history', found: `${heads} (a complete copy shows the same)` }]
  const found = `${countText(rewritten.length, 'session')} changed from outside: ${rewritten.map(shortId).join(', ')}`
  return [{ state: 'note', what: 'history', found, fix: 'Compare with a backup. No receipt of them will be signed.' }]
}

/** Said once: what was set aside is listed below, and stays a note from then on. */
const newlyDamaged: DoctorCheck = {
  state: 'bad',
  what: 'database',
  found: 'has damaged events, which were set aside now',
  fix: 'Check the disk. Everything else can be used.',
}

/** Sessions that no command of this version can open. */
function foreign(unknown: readonly string[]): readonly DoctorCheck[] {
  if (unknown.length === 0) return []
  const found = `${countText(unknown.length, 'session')} that this version cannot read: ${unknown.map(shortId).join(', ')}`
  const fix = 'If a newer version of Convene wrote it, update Convene. To delete one: convene sessions delete <id>.'
  return [{ state: 'note', what: 'database', found, fix }]
}

/** What was wrong, and what was repaired. */
function repaired(whole: number, damaged: readonly string[], unlisted: readonly string[]): readonly DoctorCheck[] {
  const note = (found: string, fix?: string): DoctorCheck => ({
    state: 'note',
    what: 'database',
    found,
    ...(fix && { fix }),
  })
  const names = damaged.map(shortId).join(', ')
  const fork = 'You can still read what is left. To continue one, fork it: convene sessions fork <id>.'
  return [
    ...(whole > 0 ? [note(`${countText(whole, 'session')} marked as damaged can be read again`)] : []),
    ...(damaged.length > 0
      ? [note(`${countText(damaged.length, 'session')} with damaged or missing events: ${names}`, fork)]
      : []),
    ...(unlisted.length > 0
      ? [note(`${countText(unlisted.length, 'session')} were missing from the list and are listed again`)]
      : []),
  ]
}
