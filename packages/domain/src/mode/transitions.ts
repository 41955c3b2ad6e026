/** For each phase, the triggers it accepts and where each leads. Data, so diagrams and tests read the same table. */
export type Transitions = { readonly [phase: string]: { readonly [trigger: string]: string } }

const everyActive: { readonly [trigger: string]: string } = {
  userPaused: 'paused',
  userCancelled: 'cancelled',
  error: 'failed',
}

const notActive: readonly string[] = ['idle', 'paused', 'completed', 'cancelled', 'failed']

/** Adds the rows all modes share to a mode's own. `closing` is where a reached limit leads. */
export function withCommonRows(own: Transitions, closing: string): Transitions {
  const active = Object.keys(own).filter((phase) => !notActive.includes(phase))
  const rows = active.map((phase) => [phase, { ...everyActive, limitReached: closing, ...own[phase] }] as const)
  return {
    idle: own.idle ?? {},
    ...Object.fromEntries(rows),
    paused: { userResumed: '(where it came from)', userCancelled: 'cancelled' },
    completed: { reset: 'idle', ...own.completed },
    cancelled: { reset: 'idle', ...own.cancelled },
    failed: { reset: 'idle', ...own.failed },
  }
}

/** Where the trigger leads from here, or undefined if the table does not allow it. */
export function leadsTo(
  transitions: Transitions,
  phase: string,
  trigger: string,
  resumeTo: string | null,
): string | undefined {
  if (trigger === 'userResumed') return phase === 'paused' ? (resumeTo ?? undefined) : undefined
  return transitions[phase]?.[trigger]
}

/** agent, broadcast and sequential: one working phase. */
export const oneWorkingPhase: Transitions = withCommonRows(
  { idle: { userSubmitted: 'running' }, running: { answered: 'completed', incomplete: 'cancelled' } },
  'cancelled',
)
