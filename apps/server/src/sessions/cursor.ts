import type { SessionId } from '@convene/domain'
import type { SessionPlace } from '@convene/engine'

/** The end of a page of sessions as text, to request the next one. */
export const cursorOf = ({ pinned, updatedAt, id }: SessionPlace): string => `${Number(pinned)}-${updatedAt}-${id}`

/** The position encoded in a cursor, or null if it is invalid. */
export function cursorPlace(cursor: string): SessionPlace | null {
  const [, pinned, updatedAt, id] = /^([01])-(\d{1,16})-([0-9A-Z]{1,40})$/u.exec(cursor) ?? []
  if (pinned === undefined || updatedAt === undefined || id === undefined) return null
  return { pinned: pinned === '1', updatedAt: Number(updatedAt), id: id as SessionId }
}
