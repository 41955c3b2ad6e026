import { cleanLine, modes, type Result, refuse, runState } from '@convene/domain'
import type { ListedSession, SessionQuery } from '@convene/engine'

/** What `--state` asks of the log, and which of the rows it returns are meant. */
export type StateFilter = {
  readonly query: Pick<SessionQuery, 'state' | 'waiting' | 'active'>
  /** Not set: all of them. */
  readonly keeps?: (row: Pick<ListedSession, 'phase' | 'reason' | 'asks'>) => boolean
}

/** The words of the list, and what narrows the log down to them. */
const words: { readonly [word: string]: StateFilter['query'] } = {
  Done: { state: 'completed' },
  'Needs you': { waiting: true },
  Running: { active: true },
  Stopped: { state: 'cancelled' },
  Failed: { state: 'failed' },
  Paused: { state: 'paused' },
  Idle: { state: 'idle' },
  Rehearsal: { state: 'completed' },
}

/** The word that the list shows for a session. */
export const stateWord = ({ phase, reason, asks }: Pick<ListedSession, 'phase' | 'reason' | 'asks'>): string =>
  runState({ phase, reason, waiting: asks }).word

/** A word of the list means what the list shows. Any other is a phase, of which each mode has its own. */
export function stateFilter(given: string): Result<StateFilter> {
  const wanted = given.trim().toLowerCase()
  const shown = Object.entries(words).find(([word]) => word.toLowerCase() === wanted)
  if (shown) return { ok: true, value: { query: shown[1], keeps: (row) => stateWord(row) === shown[0] } }
  const phases = [...new Set(Object.values(modes).flatMap(({ transitions }) => Object.keys(transitions)))]
  if (phases.includes(wanted)) return { ok: true, value: { query: { state: wanted } } }
  const listed = Object.keys(words).join(', ')
  return refuse(
    'usage',
    `--state must be one of ${listed}, or a phase (${phases.join(', ')}), not "${cleanLine(given)}".`,
  )
}
