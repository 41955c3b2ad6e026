import { countWaiting, type Session, type Step } from '@convene/domain'
import { headlineOf } from '@convene/reading'
import type { SessionRow } from '../ports/event-log.ts'

/** What lists show of a session, whether it moves, and when to wake it. */
export function rowOf(session: Session, step: Step): SessionRow {
  const { run, spent } = session
  return {
    title: session.title,
    summary: headlineOf(session),
    goal: session.goal,
    workspace: session.workspace,
    mode: run?.mode ?? '',
    team: run?.team.name ?? '',
    phase: run?.phase ?? 'idle',
    reason: run?.finished?.reason ?? '',
    asks: countWaiting(session),
    costUsd: spent.unpriced > 0 ? null : spent.costUsd,
    tokens: spent.input + spent.output,
    pinned: session.pinned,
    order: session.order,
    tags: session.tags,
    messages: session.messages.size,
    createdAt: session.createdAt,
    ...(session.startedBy && { startedBy: session.startedBy }),
    updatedAt: session.at,
    wakeAt: wakeAtOf(step),
    moves: step.record.length > 0 || step.want.some(({ notBefore = 0 }) => notBefore <= session.at),
  }
}

/** The earliest time among the wanted effects. */
export function wakeAtOf({ want }: Step): number | null {
  const times = want.flatMap((effect) => (effect.notBefore === undefined ? [] : [effect.notBefore]))
  return times.length > 0 ? Math.min(...times) : null
}
