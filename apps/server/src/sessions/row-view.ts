import type { ListedSession } from '@convene/engine'
import type { SessionRow } from '@convene/protocol'

/** A session row as transferred, with times in ISO 8601. */
export function rowView({ createdAt, updatedAt, wakeAt, tags, ...row }: ListedSession): SessionRow {
  return {
    ...row,
    tags: [...tags],
    createdAt: timeText(createdAt),
    updatedAt: timeText(updatedAt),
    wakeAt: wakeAt === null ? null : timeText(wakeAt),
  }
}

/** ISO 8601. */
export const timeText = (at: number): string => new Date(at).toISOString()
