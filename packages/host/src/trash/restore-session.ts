import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Event, fromWire, NewerEvent, ok, type Result, refuse, type SessionId } from '@convene/domain'
import type { EventLog } from '@convene/engine'
import { deriveRow } from '@convene/store'
import { trashFolder, WEEK_MS } from './trash.ts'

/** A session in the trash. */
export type Trashed = {
  readonly id: SessionId
  readonly title: string
  readonly deletedAt: number
  /** When it is gone for good. */
  readonly goneAt: number
  /** What agents had done in separate worktrees, as patches. */
  readonly patches: readonly string[]
}

const SESSION = /^([0-9A-Z]{26})\.jsonl$/u

/** What is in the trash, the newest first. */
export async function listTrash(home: string): Promise<readonly Trashed[]> {
  const names = await readdir(trashFolder(home)).catch((): string[] => [])
  const found = names.flatMap((name) => SESSION.exec(name)?.[1] ?? [])
  const all = await Promise.all(found.map((id) => trashed(home, id as SessionId, names)))
  return all.filter((each) => each !== undefined).toSorted((a, b) => b.deletedAt - a.deletedAt)
}

async function trashed(home: string, id: SessionId, names: readonly string[]): Promise<Trashed | undefined> {
  const file = join(trashFolder(home), `${id}.jsonl`)
  const found = await stat(file).catch(() => undefined)
  if (!found) return undefined
  const events = await eventsIn(file)
  const title = events.ok ? deriveRow(id, events.value).title : '(cannot be read)'
  const patches = names.filter((name) => name.startsWith(`${id}-`) && name.endsWith('.patch'))
  return {
    id,
    title,
    deletedAt: found.mtimeMs,
    goneAt: found.mtimeMs + WEEK_MS,
    patches: patches.map((name) => join(trashFolder(home), name)),
  }
}

/** Puts a session back as it was, and takes it out of the trash. */
export async function restoreSession(
  { home, log }: { readonly home: string; readonly log: Pick<EventLog, 'append' | 'head'> },
  session: SessionId,
): Promise<Result<number>> {
  const file = join(trashFolder(home), `${session}.jsonl`)
  if ((await log.head(session)) > 0) return refuse('session_exists', `The session ${session} already exists.`)
  const events = await eventsIn(file)
  if (!events.ok) return events
  const isWhole = events.value.every((event, index) => event.seq === index + 1 && event.session === session)
  if (!isWhole || events.value.length === 0)
    return refuse('damaged', `${file} is damaged: some of its events are missing.`)
  await log.append(session, 0, events.value, deriveRow(session, events.value))
  await rm(file, { force: true })
  return ok(events.value.length)
}

async function eventsIn(file: string): Promise<Result<readonly Event[]>> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return refuse('not_in_trash', `${file} does not exist.`)
  try {
    const lines = text.split('\n').filter((line) => line !== '')
    return ok(lines.map((line) => fromWire(JSON.parse(line))))
  } catch (error) {
    if (error instanceof NewerEvent)
      return refuse(
        'newer_version',
        `${file} was written by a newer Convene (${error.message}). Update Convene to restore it.`,
      )
    return refuse('damaged', `${file} is damaged: ${(error as Error).message}`)
  }
}
