import { asksUser } from '../state/decision.ts'
import type { Session } from '../state/session.ts'
import { phaseText } from '../text/phase-words.ts'
import { type RunStateFacts, runState } from './run-state.ts'
import { endText } from './vocabulary.ts'

type Waiting = Pick<Session, 'asks' | 'questions' | 'decisions'>

/** How many items are waiting for the user: asks, questions, and votes they can cast. */
export const countWaiting = ({ asks, questions, decisions }: Waiting): number =>
  Object.keys(asks).length + Object.keys(questions).length + Object.values(decisions).filter(asksUser).length

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
  if (run?.finished) return endText(run.finished.state, run.finished.reason, run.finished.lacks)
  const { word } = runState(runStateFacts(session, interrupted))
  const phase = phaseText(run?.phase ?? '')
  return ['', 'ready', 'running', word.toLowerCase()].includes(phase) ? word : `${word}: ${phase}`
}
