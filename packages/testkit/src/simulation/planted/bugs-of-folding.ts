import type { CallStage, Domain, Event, Session, TaskCall, TaskId } from '@convene/domain'
import type { PlantedBug } from '../world.ts'

/** The healthy fold, then records something wrong. */
const folds =
  (change: (after: Session, event: Event, before: Session) => Session) =>
  (domain: Domain): Domain => ({
    ...domain,
    evolve: (session, event) => change(domain.evolve(session, event), event, session),
  })

/** Fold bugs. The observer folds with healthy code, so they show in what the engine does. */
export const bugsOfFolding: readonly PlantedBug[] = [
  {
    name: 'runs a tool again whose outcome is unknown',
    domain: folds((session, event) =>
      event.type === 'effect.lost' ? atStage(session, event.task, 'unknown', allowed) : session,
    ),
  },
  {
    name: 'forgets an approval',
    domain: folds((after, event, before) =>
      event.type === 'permission.answered' ? { ...before, seq: after.seq, at: after.at } : after,
    ),
  },
  {
    name: 'loses a queued message',
    domain: folds((after, event, before) =>
      event.type === 'message' && before.run?.phase === 'running' ? { ...after, queue: before.queue } : after,
    ),
  },
  {
    name: 'reserves nothing',
    domain: folds((session, event) =>
      event.type === 'effect.started' && event.data.kind === 'model' ? withoutReserve(session) : session,
    ),
  },
  {
    name: 'answers what was queued before a stop',
    domain: folds((session) => (session.quietSince > 0 ? { ...session, quietSince: 0 } : session)),
  },
  {
    name: 'asks again after a recorded reply',
    domain: folds((after, event, before) =>
      event.type === 'model.replied' && before.run?.number === 1 ? { ...after, tasks: before.tasks } : after,
    ),
  },
  {
    name: 'skips a number',
    domain: (domain) => ({
      ...domain,
      stamp(session, fact, at, batch) {
        const event = domain.stamp(session, fact, at, batch)
        return session.seq > 0 && session.seq % 20 === 0 ? { ...event, seq: event.seq + 1 } : event
      },
    }),
  },
  {
    name: 'mistakes another process’s effects for its own',
    domain: (domain) => ({ ...domain, recover: () => [] }),
  },
  {
    name: 'does not mark a lost call as uncertain',
    domain: (domain) => ({
      ...domain,
      recover: (session, at) =>
        domain
          .recover(session, at)
          .map((fact) => (fact.type === 'effect.lost' ? { ...fact, data: { effect: fact.data.effect } } : fact)),
    }),
  },
]

const allowed: CallStage = { stage: 'answered', answer: 'once', reason: '', resources: [] }

function atStage(session: Session, id: string | undefined, stage: CallStage['stage'], to: CallStage): Session {
  const task = session.tasks[id as TaskId]
  if (!task) return session
  const calls = task.calls.map((call): TaskCall => (call.at.stage === stage ? { ...call, at: to } : call))
  return { ...session, tasks: { ...session.tasks, [task.id]: { ...task, calls } } }
}

function withoutReserve(session: Session): Session {
  const none = { input: 0, output: 0, costUsd: 0 }
  const started = Object.entries(session.started).map(([key, effect]) => [
    key,
    effect.kind === 'model' ? { ...effect, reserve: none } : effect,
  ])
  return { ...session, started: Object.fromEntries(started) }
}
