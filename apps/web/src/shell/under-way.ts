import { isFinal } from '@convene/domain'
import type { ListedSessionRow } from '@convene/protocol'

/** Over all sessions: requests that wait for the user, and runs that continue without them. */
export type UnderWay = { readonly needed: number; readonly running: number }

export function underWay(rows: readonly ListedSessionRow[]): UnderWay {
  const open = rows.filter(({ phase }) => phase !== 'idle' && !isFinal(phase))
  const needed = open.reduce((sum, { asks }) => sum + asks, 0)
  return { needed, running: open.filter(({ phase, asks }) => asks === 0 && phase !== 'paused').length }
}
