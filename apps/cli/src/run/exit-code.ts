import type { Event, Session } from '@convene/domain'
import { waitsForAnswers } from '@convene/host'

const codes: { readonly [state: string]: number } = { completed: 0, failed: 1, cancelled: 3 }
const WAITING = 4

/**
 * 0 completed, 1 failed, 3 cancelled, 4 waiting for the user. If a run ended during the command, its ending decides. A
 * follow-up question only reports whether it was answered.
 */
export function exitCodeFor(state: Session | undefined, events: readonly Event[]): number {
  const phase = state?.run?.phase ?? 'idle'
  const code = codes[phase]
  if (!state || code === undefined || waitsForAnswers(state)) return WAITING
  const answers = followUps(events)
  const isOwnEnd = events.some(({ type }) => type === 'run.finished')
  if (answers.length === 0 || isOwnEnd) return code
  if (answers.some(({ ok }) => ok)) return 0
  return answers.some(({ error }) => error?.code === 'stopped') ? 3 : 1
}

function followUps(events: readonly Event[]) {
  return events.flatMap((event) =>
    event.type === 'task.finished' && event.data.place.startsWith('follow-up-') ? [event.data] : [],
  )
}
