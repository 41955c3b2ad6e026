import { countWaiting, phaseText, type Session } from '@convene/domain'
import { endingText } from './ending-text.ts'
import { type RunStateFacts, runState } from './run-state.ts'

/** What is known about a session's newest run. `interrupted`: its process is gone. */
export const runStateFacts = (
  session: Session,
  interrupted: boolean,
): Required<RunStateFacts> & { readonly interrupted: boolean } => ({
  phase: session.run?.phase ?? 'idle',
  reason: session.run?.finished?.reason ?? '',
  waiting: countWaiting(session),
  interrupted,
})

/** `Needs you: waiting for approval`, `Running: writing the result`, `Stopped by you`. */
export function stateText(session: Session, interrupted: boolean): string {
  const { run } = session
  if (run?.finished) return endingText(run.finished.state, run.finished.reason, run.finished.lacks)
  const { word } = runState(runStateFacts(session, interrupted))
  const phase = phaseText(run?.phase ?? '')
  return ['', 'ready', 'running', word.toLowerCase()].includes(phase) ? word : `${word}: ${phase}`
}
