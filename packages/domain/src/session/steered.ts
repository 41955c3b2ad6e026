import type { Event } from '../event/event.ts'
import type { Session } from '../state/session.ts'

/**
 * Who decided what a run does: they may not be the ones to approve it. Every event caused by someone's command steers,
 * unless it is listed below. A new event type steers until it is added there.
 */
export function steered(before: Session, session: Session, event: Event): Session {
  const { person } = event
  if (!person) return session
  const ruled = rules(event) ? { ...session, ruledBy: person.id } : session
  const { run } = ruled
  if (!run || run.steeredBy?.includes(person.id) || cannotSteer(before, event)) return ruled
  return { ...ruled, run: { ...run, steeredBy: [...(run.steeredBy ?? []), person.id] } }
}

/** Who steers a run from the start: the authors of its constraints and of messages waiting to be read. */
export function steeringBefore(session: Session, takes: readonly string[]): readonly string[] {
  const { queue, run, constraints, ruledBy } = session
  const waits = queue.some((id) => !takes.includes(id))
  // Which of them wrote the waiting messages is not recorded, so all of them steer.
  const writers = waits ? (run?.steeredBy ?? []) : []
  return [...new Set([...writers, ...(constraints && ruledBy ? [ruledBy] : [])])]
}

const rules = (event: Event): boolean =>
  (event.type === 'session.created' || event.type === 'session.updated') && event.data.constraints !== undefined

/** Whether no agent reads any of it. Text always steers, even a refusal's. */
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

/** Pausing, resuming and stopping, refused commands, and a decision's outcome. */
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
