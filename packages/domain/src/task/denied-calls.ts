import { signatureOf } from '../progress/progress.ts'
import type { Run, Session } from '../state/session.ts'
import type { TaskCall } from '../state/task.ts'

/** More than a user denies between two messages. */
const MOST_KEPT = 50

/** The user denied this very call and has not written since: asking again right away would only wear them down. */
export const isDenied = (run: Run, call: TaskCall): boolean => run.denied?.includes(keyOf(call)) ?? false

/** The session with this call added to those the user has denied. */
export function rememberDenied(session: Session, call: TaskCall | undefined): Session {
  if (!session.run || !call) return session
  const denied = [...(session.run.denied ?? []), keyOf(call)].slice(-MOST_KEPT)
  return { ...session, run: { ...session.run, denied } }
}

/** A message from the user may mean they changed their mind: the same calls are asked about again. */
export function forgetDenied(session: Session): Session {
  if (!session.run?.denied) return session
  const { denied: _, ...run } = session.run
  return { ...session, run }
}

/** A call's description for people does not make it a different call. */
function keyOf({ tool, input }: TaskCall): string {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  return signatureOf({ tool, input: isObject ? { ...input, description: '' } : input })
}
