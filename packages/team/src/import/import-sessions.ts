import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Event, ok, type Result, refuse, type SessionId, toWire } from '@convene/domain'
import type { EventLog } from '@convene/engine'
import { isInTrash } from '@convene/host'
import { plainName } from '@convene/platform'
import { deriveRow, fileBlobs, openStore } from '@convene/store'
import type { PostgresStore } from '../postgres/open-store.ts'
import { copyOfLog } from './copy-of-log.ts'

export type ImportRequest = {
  /** A data folder, which is only read. */
  readonly folder: string
  readonly team: PostgresStore
  readonly space: string
  /** Called after each session. */
  told?(session: SessionId, ended: Imported): void
}

/** The result for one session. */
export type Imported =
  | { readonly state: 'new' | 'continued' | 'there'; readonly events: number; readonly files: number }
  | { readonly state: 'refused'; readonly why: string }

/**
 * Imports all sessions from a data folder into a space of a database, with the same ids and events. Can be repeated.
 */
export async function importSessions(request: ImportRequest): Promise<Result<ReadonlyMap<SessionId, Imported>>> {
  const copy = await copyOfLog(request.folder)
  if (!copy.ok) return copy
  const local = openStore(copy.value.home)
  try {
    const { pages, damaged } = await local.log.verify()
    if (pages !== '')
      return refuse('damaged', `The database in ${request.folder} is damaged. Repair it first: convene doctor`)
    const done = new Map<SessionId, Imported>()
    for (const { id } of await local.log.list({ limit: 1_000_000 })) {
      const ended = damaged.includes(id) ? DAMAGED : await importOne(request, local.log, id).catch(refusedBy)
      done.set(id, ended)
      request.told?.(id, ended)
    }
    return ok(done)
  } finally {
    await local.close()
    await copy.value.remove()
  }
}

const refused = (why: string): Imported => ({ state: 'refused', why })
const refusedBy = (error: unknown): Imported => refused((error as Error).message)
const DAMAGED = refused('Some of its events are damaged. Fork what is left and import again: convene sessions fork')

/** Files first, so an imported session has everything that it refers to. */
async function importOne(request: ImportRequest, log: Pick<EventLog, 'read'>, id: SessionId): Promise<Imported> {
  const { team, space } = request
  const events = await log.read(id)
  const there = await team.log.read(id)
  const stop = await whyNot(request, id, events, there)
  if (stop !== undefined) return refused(stop)
  const files = await importFiles(request, id)
  if (there.length >= events.length) return { state: 'there', events: 0, files }
  const more = events.slice(there.length)
  await team.log.inSpace(space).append(id, there.length, more, deriveRow(id, events))
  return { state: there.length > 0 ? 'continued' : 'new', events: more.length, files }
}

/** One of the two must be a prefix of the other, in the same space. */
async function whyNot(
  { team, space }: ImportRequest,
  id: SessionId,
  events: readonly Event[],
  there: readonly Event[],
): Promise<string | undefined> {
  if (events.length === 0) return 'It has no events.'
  if (there.length === 0)
    return (await isInTrash(team.trash, id)) ? 'It was deleted in the database. Restore it there.' : undefined
  const shared = Math.min(events.length, there.length)
  const differs = events.slice(0, shared).some((event, index) => !isSame(event, there[index]))
  if (differs) return 'The database has a session with this id and other events. Nothing of it was changed.'
  const isElsewhere = (await team.log.inSpace(space).head(id)) === 0
  return isElsewhere ? 'It is in another space already.' : undefined
}

const isSame = (one: Event, other: Event | undefined): boolean =>
  other !== undefined && JSON.stringify(toWire(one)) === JSON.stringify(toWire(other))

/** Its images and long outputs. Returns how many. */
async function importFiles({ folder, team }: ImportRequest, id: SessionId): Promise<number> {
  const blobs = fileBlobs(folder)
  let files = 0
  for (const hash of await namesIn(join(folder, 'images', plainName(id)))) {
    const bytes = await blobs.get({ session: id }, hash)
    if (!bytes) continue
    if (!(await team.blobs.get({ session: id }, hash))) await team.blobs.put({ session: id }, hash, bytes)
    files += 1
  }
  for (const name of await namesIn(join(folder, 'outputs', plainName(id)))) {
    if (!(await team.outputs.get(id, name)))
      await team.outputs.put(id, name, await readFile(join(folder, 'outputs', plainName(id), name)))
    files += 1
  }
  return files
}

const namesIn = (folder: string): Promise<readonly string[]> => readdir(folder).catch((): string[] => [])
