import { signatureOf } from '../progress/progress.ts'
import type { Run, Session } from '../state/session.ts'
import type { Call } from '../state/task.ts'

/** More than the user denies between two messages. */
const MOST_KEPT = 50

/** A person has said no to this very call, and nothing since: asking again at once would only wear them down. */
export const isDenied = (run: Run, call: Call): boolean => run.denied?.includes(keyOf(call)) ?? false

/** The session with this call among those that the user has denied. */
export function rememberDenied(session: Session, call: Call | undefined): Session {
  if (!session.run || !call) return session
  const denied = [...(session.run.denied ?? []), keyOf(call)].slice(-MOST_KEPT)
  return { ...session, run: { ...session.run, denied } }
}

/** What the user writes may change their mind: from then on the same calls are asked about again. */
export function forgetDenied(session: Session): Session {
  if (!session.run?.denied) return session
  const { denied: _, ...run } = session.run
  return { ...session, run }
}

/** What a call says of itself for people to read does not make it another call. */
function keyOf({ tool, input }: Call): string {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  return signatureOf({ tool, input: isObject ? { ...input, description: '' } : input })
}
