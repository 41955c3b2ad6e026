/** `limit_reached` as `limit reached`. */
export const spaced = (code: string): string => code.replaceAll('_', ' ')

const states: { readonly [state: string]: string } = { completed: 'Done', cancelled: 'Incomplete', failed: 'Failed' }

/** How a run ended, in one word. A rehearsal does not count as a result, and only the user stops a run. */
export function endWord(state: string, reason: string): string {
  if (reason === 'rehearsal') return 'Rehearsal'
  if (state === 'cancelled' && reason === 'user') return 'Stopped'
  return (Object.hasOwn(states, state) ? states[state] : undefined) ?? spaced(state)
}

const phases: { readonly [phase: string]: string } = {
  idle: 'ready',
  awaiting_approval: 'waiting for approval',
  initializing: 'getting ready',
  converging: 'collecting final positions',
  synthesizing: 'writing the result',
  initialized: 'getting ready',
  team_formed: 'team formed',
  dispatching: 'handing out tasks',
  collecting: 'collecting reports',
  completed: 'done',
  cancelled: 'over',
}

/** A phase as worded on every screen. */
export const phaseText = (phase: string): string =>
  (Object.hasOwn(phases, phase) ? phases[phase] : undefined) ?? spaced(phase)

/** The same for a run that may have ended: `incomplete`, `stopped`, `rehearsal`. */
export const nowText = ({ phase, finished }: Now): string =>
  finished ? endWord(phase, finished.reason).toLowerCase() : phaseText(phase)

type Now = { readonly phase: string; readonly finished: { readonly reason: string } | null }

/** `is writing the result`, `has ended: rehearsal`: the state of a run, for a sentence about it. */
export const standText = ({ phase, finished }: Now): string =>
  finished ? `has ended: ${endWord(phase, finished.reason).toLowerCase()}` : `is ${phaseText(phase)}`

const errors: { readonly [code: string]: string } = {
  network: 'network error',
  unauthorized: 'key refused',
  overloaded: 'provider overloaded',
  circuit_open: 'provider not answering',
  protocol: 'the answer could not be read',
  invalid_plan: 'no usable plan',
  no_plan: 'no usable plan',
  no_step_done: 'no step was done',
  no_answer: 'no answer',
  repeated: 'the question was only repeated',
  all_members_failed: 'nobody could answer',
  error_budget: 'too many errors',
}

/** A failure's code in words: `circuit_open` as `provider not answering`. */
export const errorText = (code: string): string =>
  (Object.hasOwn(errors, code) ? errors[code] : undefined) ?? spaced(code)
