import { type Event, ok, type Result, refuse, toWire } from '@convene/domain'
import type { Trash } from '@convene/engine'

/** How long something stays in the trash. */
export const WEEK_MS = 7 * 24 * 60 * 60 * 1_000

export const eventsName = (session: string): string => `${session}.jsonl`

/** Keeps a session's events for a week: one JSON object per line, in the format for other programs. */
export const keepEvents = (
  trash: Trash,
  session: string,
  { events, title }: { readonly events: readonly Event[]; readonly title: string },
): Promise<Result<void>> => {
  const lines = events.map((event) => `${JSON.stringify(toWire(event))}\n`)
  return keep(trash.put(eventsName(session), Buffer.from(lines.join('')), title))
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
