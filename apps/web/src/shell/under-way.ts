import { isFinal } from '@convene/domain'
import type { SessionRow } from '@convene/protocol'

/** What goes on in all sessions: what waits for a person, and runs that go on by themselves. */
export type UnderWay = { readonly needed: number; readonly running: number }

export function underWay(rows: readonly SessionRow[]): UnderWay {
  const open = rows.filter(({ phase }) => phase !== 'idle' && !isFinal(phase))
  const needed = open.reduce((sum, { asks }) => sum + asks, 0)
  return { needed, running: open.filter(({ phase, asks }) => asks === 0 && phase !== 'paused').length }
}
