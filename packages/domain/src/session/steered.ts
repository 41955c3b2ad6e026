import type { Event } from '../event/event.ts'
import type { Session } from '../state/session.ts'

/**
 * Who decided what a run does: they may not be the ones to allow it. Every event that follows from somebody's command
 * steers, unless it is listed below as one that cannot. A new type of event steers until somebody says otherwise.
 */
export function steered(before: Session, session: Session, event: Event): Session {
  const { person } = event
  if (!person) return session
  const ruled = rules(event) ? { ...session, ruledBy: person.id } : session
  const { run } = ruled
  if (!run || run.steeredBy?.includes(person.id) || cannotSteer(before, event)) return ruled
  return { ...ruled, run: { ...run, steeredBy: [...(run.steeredBy ?? []), person.id] } }
}

/** Those who steer a run from its first moment: the author of its constraints, and of messages that wait to be read. */
export function steeringBefore(session: Session, takes: readonly string[]): readonly string[] {
  const { queue, run, constraints, ruledBy } = session
  const waits = queue.some((id) => !takes.includes(id))
  // Which of them wrote what waits is not kept, so all of them steer.
  const writers = waits ? (run?.steeredBy ?? []) : []
  return [...new Set([...writers, ...(constraints && ruledBy ? [ruledBy] : [])])]
}

const rules = (event: Event): boolean =>
  (event.type === 'session.created' || event.type === 'session.updated') && event.data.constraints !== undefined

/** Whether no agent reads anything of it. Words always steer, also those of a refusal. */
function cannotSteer({ questions }: Session, event: Event): boolean {
  switch (event.type) {
    case 'permission.answered':
      return event.data.reason === undefined
    case 'question.answered':
      return event.data.text === undefined && Boolean(questions[event.data.id]?.gate)
    case 'session.updated':
      return event.data.constraints === undefined
    default:
      return unheard.has(event.type)
  }
}

/** Pausing, resuming and stopping, commands that were refused, and how a decision turned out in the end. */
const unheard: ReadonlySet<Event['type']> = new Set([
  'run.state',
  'run.finished',
  'agent.paused',
  'agent.resumed',
  'agent.status',
  'task.finished',
  'effect.lost',
  'warning',
  'decision.resolved',
])
