import type { Event } from '../event/event.ts'
import { hashNumber, hashWords } from '../shared/hash.ts'
import type { Session } from '../state/session.ts'
import type { TaskCall } from '../state/task.ts'

/**
 * What counts as useful, for a task and for a run: a call that ran or was answered and is not a repeat, words that were
 * not said before, and a finished step. Empty answers, refused calls, and repeated calls or words are useless. A
 * failure in transit, such as an overloaded provider, is neither.
 */

/** A run ends after this many useless model calls. Each useful one offsets one of them. */
export const MOST_USELESS = 24

/** How many of a run's newest calls and texts are remembered. */
const MOST_KNOWN = 500

/** Two calls are the same if tool and input are. */
export const signatureOf = (call: Pick<TaskCall, 'tool' | 'input'> | undefined): string =>
  call ? `${call.tool} ${JSON.stringify(call.input)}` : ''

/** A reply's calls that ran or were answered, as hashes. */
export const madeBy = (calls: readonly TaskCall[]): readonly string[] =>
  calls.filter(({ at, tries }) => tries > 0 || (at.stage === 'done' && at.ok)).map((call) => hashOf(signatureOf(call)))

const hashOf = (text: string): string => hashNumber(text).toString(36)

/** The session after all calls of a reply have ended. */
export const countCalls = (session: Session, calls: readonly TaskCall[]): Session => count(session, madeBy(calls))

/** The session after a text reply, ignoring spacing. An empty one says nothing. */
export function countWords(session: Session, text: string): Session {
  const hash = hashWords(text)
  return count(session, hash === undefined ? [] : [hash.toString(36)])
}

function count(session: Session, brought: readonly string[]): Session {
  const { run } = session
  if (!run) return session
  const { useless = 0, known = [] } = run.progress ?? {}
  const fresh = [...new Set(brought)].filter((hash) => !known.includes(hash))
  if (fresh.length === 0) return { ...session, run: { ...run, progress: { useless: useless + 1, known } } }
  const newest = known.slice(Math.max(0, known.length + fresh.length - MOST_KNOWN))
  newest.push(...fresh)
  return { ...session, run: { ...run, progress: { useless: Math.max(0, useless - 1), known: newest } } }
}

/** Restarts the count after a finished step or a message from the user. */
export function renewProgress(session: Session, event: Event): Session {
  const { run } = session
  if (!run?.progress || !isNews(event)) return session
  return { ...session, run: { ...run, progress: { ...run.progress, useless: 0 } } }
}

/** A step counts when first finished and when accepted. Finished again, it may be going in circles. */
function isNews({ type, data }: Event): boolean {
  if (type === 'message') return data.role === 'user'
  return type === 'step.state' && (data.to === 'accepted' || (data.to === 'finished' && data.attempt === 1))
}
