import { type Event, fromWire, NewerEvent, ok, type Result, refuse, type SessionId } from '@convene/domain'
import type { EventLog, Trash, TrashEntry } from '@convene/engine'
import { deriveRow, fileTrash } from '@convene/store'
import { eventsName, titleIn, WEEK_MS, wiresIn } from './trash.ts'

/** A session in the trash. */
export type Trashed = {
  readonly id: SessionId
  readonly title: string
  readonly deletedAt: number
  /** When it is deleted for good. */
  readonly goneAt: number
  /** The space it was in, if there are spaces. */
  readonly space?: string
  /** The agents' work in separate worktrees, as patches. */
  readonly patches: readonly string[]
}

const SESSION = /^([0-9A-Z]{26})\.jsonl$/u

/** The content of the trash, newest first. */
export async function listTrash(trash: Pick<Trash, 'list' | 'get'>): Promise<readonly Trashed[]> {
  const entries = await trash.list()
  const found = await Promise.all(
    entries.map(async (entry): Promise<Trashed | undefined> => {
      const id = SESSION.exec(entry.name)?.[1] as SessionId | undefined
      return id && { id, ...(await describe(trash, id, entry)), patches: patchesOf(id, entries) }
    }),
  )
  return found.filter((each) => each !== undefined).toSorted((a, b) => b.deletedAt - a.deletedAt)
}

async function describe(trash: Pick<Trash, 'get'>, id: SessionId, { at, title, space }: TrashEntry) {
  const times = { deletedAt: at, goneAt: at + WEEK_MS, ...(space !== undefined && { space }) }
  if (title !== undefined) return { title, ...times }
  const bytes = await trash.get(eventsName(id)).catch(() => undefined)
  return { title: titleIn(id, bytes ? wiresIn(bytes) : []), ...times }
}

const patchesOf = (id: SessionId, entries: readonly TrashEntry[]): readonly string[] =>
  entries.filter(({ name }) => name.startsWith(`${id}-`) && name.endsWith('.patch')).map(({ where }) => where)

export type RestoreContext = {
  readonly home: string
  readonly log: Pick<EventLog, 'append' | 'head'>
  /** Default: files in `home`. */
  readonly trash?: Trash
}

/** Restores a session as it was, and removes it from the trash. */
export async function restoreSession(context: RestoreContext, session: SessionId): Promise<Result<number>> {
  const { home, log, trash = fileTrash(home) } = context
  if ((await log.head(session)) > 0) return refuse('session_exists', `The session ${session} already exists.`)
  const events = await eventsIn(trash, session)
  if (!events.ok) return events
  const isWhole = events.value.every((event, index) => event.seq === index + 1 && event.session === session)
  if (!isWhole || events.value.length === 0)
    return refuse('damaged', `The copy of ${session} in the trash is damaged: some of its events are missing.`)
  await log.append(session, 0, events.value, deriveRow(session, events.value))
  await trash.remove(eventsName(session))
  return ok(events.value.length)
}

async function eventsIn(trash: Pick<Trash, 'get'>, session: SessionId): Promise<Result<readonly Event[]>> {
  const what = `The copy of ${session} in the trash`
  try {
    const bytes = await trash.get(eventsName(session))
    if (bytes === undefined) return refuse('not_in_trash', `The session ${session} is not in the trash.`)
    const lines = new TextDecoder().decode(bytes).split('\n')
    return ok(lines.filter((line) => line !== '').map((line) => fromWire(JSON.parse(line))))
  } catch (error) {
    const { message } = error as Error
    if (error instanceof NewerEvent)
      return refuse(
        'newer_version',
        `${what} was written by a newer Convene (${message}). Update Convene to restore it.`,
      )
    return refuse('damaged', `${what} is damaged: ${message}`)
  }
}
