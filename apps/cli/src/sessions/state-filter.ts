import { cleanLine, modes, type Result, refuse } from '@convene/domain'
import type { ListedSession, SessionQuery } from '@convene/engine'
import { runState } from '@convene/reading'

type StateRow = Pick<ListedSession, 'phase' | 'reason' | 'asks'> & { readonly interrupted?: boolean }

/** What `--state` asks of the log, and which of the returned rows match. */
export type StateFilter = {
  readonly query: Pick<SessionQuery, 'state' | 'waiting' | 'active'>
  /** Undefined means all of them. */
  readonly keeps?: (row: StateRow) => boolean
}

/** The list's words, and the query that narrows the log down to them. */
const words: { readonly [word: string]: StateFilter['query'] } = {
  Done: { state: 'completed' },
  'Needs you': { waiting: true },
  Running: { active: true },
  Interrupted: { active: true },
  Incomplete: { state: 'cancelled' },
  Stopped: { state: 'cancelled' },
  Failed: { state: 'failed' },
  Paused: { state: 'paused' },
  Idle: { state: 'idle' },
  Rehearsal: { state: 'completed' },
}

/** The word that the list shows for a session. */
export const stateWord = ({ phase, reason, asks, interrupted }: StateRow): string =>
  runState({ phase, reason, waiting: asks, interrupted }).word

/** A word from the list means what the list shows. Any other is a phase, and each mode has its own. */
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
