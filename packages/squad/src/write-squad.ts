import { lstatSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { ok, type Result, refuse } from '@convene/domain'
import { findSquad, isInsideFolder, type TeamFormatOptions, type TeamToWrite, type TeamWritten } from '@convene/library'
import { readSourceFile, replaceFile } from '@convene/platform'
import { type PlannedFile, planSquad, type SquadPlan } from './plan-squad.ts'

/**
 * Writes a team into a workspace's Squad files, in place. Nothing is written if a file has changed since it was read.
 */
export function writeSquad(workspace: string, team: TeamToWrite, options: TeamFormatOptions = {}): Result<TeamWritten> {
  const folder = findSquad(workspace) ?? join(workspace, '.squad')
  try {
    const plan = planSquad(folder, workspace, team, options)
    return plan.ok ? apply(folder, workspace, plan.value) : plan
  } catch (error) {
    return refuse('not_saved', `${folder} cannot be written: ${(error as NodeJS.ErrnoException).code ?? error}.`)
  }
}

function apply(folder: string, workspace: string, plan: SquadPlan): Result<TeamWritten> {
  mkdirSync(folder, { recursive: true })
  if (!isInsideFolder(folder, workspace)) return refuse('outside', `${folder} points elsewhere. Nothing was written.`)
  for (const { file, before } of plan.files) {
    const refused = refuseFile(folder, file, before)
    if (refused) return refused
  }
  for (const planned of plan.files) write(folder, planned)
  const alumni = plan.gone.map((name) => retire(folder, name))
  return ok({ folder, files: plan.files.map(({ file }) => file), alumni, notes: plan.notes, unsaved: plan.unsaved })
}

/** A file that is a link, leads out, or is not what was read is not written. */
function refuseFile(folder: string, file: string, before: string | undefined): Result<never> | undefined {
  const path = join(folder, file)
  const parent = nearestFolder(dirname(path))
  if (parent !== folder && !isInsideFolder(parent, folder))
    return refuse('outside', `${parent} points elsewhere. Nothing was written.`)
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    return refuse('outside', `${path} is a link. Nothing was written.`)
  const now = readSourceFile(path, { maxBytes: 4_000_000 })
  const text = now.state === 'read' ? now.text : undefined
  if (now.state === 'refused') return refuse('unreadable', `${path} ${now.message}. Nothing was written.`)
  if (text === before) return undefined
  return refuse('changed', `${path} has changed since it was read. Nothing was written. Try again.`)
}

function nearestFolder(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) ? path : nearestFolder(dirname(path))
}

function write(folder: string, { file, text }: PlannedFile): void {
  const path = join(folder, file)
  mkdirSync(dirname(path), { recursive: true })
  const mode = statSync(path, { throwIfNoEntry: false })?.mode
  replaceFile(path, hasMark(path) ? `\ufeff${text}` : text, mode === undefined ? 0o644 : mode & 0o777)
}

/** Whether a file starts with a byte order mark, which its author may need. */
function hasMark(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return (
    found !== undefined &&
    readFileSync(path)
      .subarray(0, 3)
      .equals(Buffer.from([0xef, 0xbb, 0xbf]))
  )
}

/** Moves a former member's folder, with everything in it. */
function retire(folder: string, name: string): string {
  const alumni = join(folder, 'agents', '_alumni')
  mkdirSync(alumni, { recursive: true })
  let place = join(alumni, name)
  for (let number = 2; lstatSync(place, { throwIfNoEntry: false }); number++) place = join(alumni, `${name}-${number}`)
  renameSync(join(folder, 'agents', name), place)
  return relative(folder, place) || basename(place)
}
