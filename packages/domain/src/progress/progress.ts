import type { Event } from '../event/event.ts'
import { hashNumber, hashWords } from '../shared/hash.ts'
import type { Session } from '../state/session.ts'
import type { Call } from '../state/task.ts'

/**
 * What counts as useful, for a task and for a run. Useful is a call that ran or was answered and was not made before,
 * words that were not said before, and a step that is done. Empty answers, refused calls, and the same call or the same words again are not.
 * What failed on its way, such as a call that the provider was too busy for, is neither.
 */

/** Model calls that led nowhere, after which a run ends. Each useful one makes up for one. */
export const MOST_USELESS = 24

/** How many of the newest calls and texts of a run are remembered. */
const MOST_KNOWN = 500

/** What makes two calls the same: the tool and its input. */
export const signatureOf = (call: Pick<Call, 'tool' | 'input'> | undefined): string =>
  call ? `${call.tool} ${JSON.stringify(call.input)}` : ''

/** The calls of a reply that ran or were answered, as hashes. */
export const madeBy = (calls: readonly Call[]): readonly string[] =>
  calls.filter(({ at, tries }) => tries > 0 || (at.stage === 'done' && at.ok)).map((call) => hashOf(signatureOf(call)))

const hashOf = (text: string): string => hashNumber(text).toString(36)

/** The session after a reply whose calls are over. */
export const countCalls = (session: Session, calls: readonly Call[]): Session => count(session, madeBy(calls))

/** The session after a reply in words, however they are spaced. An empty one says nothing. */
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

/** Begins to count again after a step is done, and after a message from the user. */
export function renewProgress(session: Session, event: Event): Session {
  const { run } = session
  if (!run?.progress || !isNews(event)) return session
  return { ...session, run: { ...run, progress: { ...run.progress, useless: 0 } } }
}

/** A step is done when it is finished for the first time, and when it is accepted. Finished again, it may be going in circles. */
function isNews({ type, data }: Event): boolean {
  if (type === 'message') return data.role === 'user'
  return type === 'step.state' && (data.to === 'accepted' || (data.to === 'finished' && data.attempt === 1))
}
