import { fromWire, ok, type Result, refuse, type SessionId, type WireEvent } from '@convene/domain'
import type { Trash } from '@convene/engine'
import { deriveRow } from '@convene/store'

/** How long something stays in the trash. */
export const WEEK_MS = 7 * 24 * 60 * 60 * 1_000

export const eventsName = (session: string): string => `${session}.jsonl`

/** Keeps a session's events for a week: one JSON object per line, in the format for other programs. */
export const keepEvents = (
  trash: Trash,
  session: string,
  { events, title }: { readonly events: readonly WireEvent[]; readonly title: string },
): Promise<Result<void>> => {
  const lines = events.map((event) => `${JSON.stringify(event)}\n`)
  return keep(trash.put(eventsName(session), Buffer.from(lines.join('')), title))
}

/** A session's title. One that cannot be read is listed under the title that it began with. */
export function titleIn(session: SessionId, events: readonly WireEvent[]): string {
  try {
    return deriveRow(session, events.map(fromWire)).title
  } catch {
    const { title } = (events[0]?.data ?? {}) as { readonly title?: unknown }
    return typeof title === 'string' ? title : CANNOT_BE_READ
  }
}

const CANNOT_BE_READ = '(cannot be read)'

/** The events as they were stored. Empty if the file is damaged. */
export function wiresIn(bytes: Uint8Array): readonly WireEvent[] {
  try {
    const lines = new TextDecoder().decode(bytes).split('\n')
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as WireEvent)
  } catch {
    return []
  }
}

/** Whether the trash can restore this session. */
export const isInTrash = async (trash: Pick<Trash, 'list'>, session: string): Promise<boolean> =>
  (await trash.list()).some(({ name }) => name === eventsName(session))

/** Keeps an agent's work in its worktree for a week. */
export const keepPatch = (trash: Trash, name: string, patch: Buffer): Promise<Result<void>> =>
  keep(trash.put(`${name}.patch`, patch))

async function keep(stored: Promise<void>): Promise<Result<void>> {
  try {
    await stored
    return ok(undefined)
  } catch (error) {
    return refuse('not_kept', (error as Error).message)
  }
}
