import { type Event, ok, type Result, refuse, toWire } from '@convene/domain'
import type { Trash } from '@convene/engine'

/** How long something stays in the trash. */
export const WEEK_MS = 7 * 24 * 60 * 60 * 1_000

export const eventsName = (session: string): string => `${session}.jsonl`

/** Keeps the events of a session for a week: one JSON object a line, as other programs get them. */
export const keepEvents = (
  trash: Trash,
  session: string,
  { events, title }: { readonly events: readonly Event[]; readonly title: string },
): Promise<Result<void>> => {
  const lines = events.map((event) => `${JSON.stringify(toWire(event))}\n`)
  return keep(trash.put(eventsName(session), Buffer.from(lines.join('')), title))
}

/** Whether the trash can put this session back. */
export const isInTrash = async (trash: Pick<Trash, 'list'>, session: string): Promise<boolean> =>
  (await trash.list()).some(({ name }) => name === eventsName(session))

/** Keeps what an agent did in its worktree for a week. */
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
