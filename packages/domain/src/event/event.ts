import type { EffectKey, MessageId, RunId, SessionId, TaskId } from '../shared/ids.ts'
import type { Facts, FactType } from './facts.ts'

/** Where a fact belongs within its session: the task, the agent that does it, the task or run above it, the step of the plan. */
export type Place = {
  readonly task?: TaskId
  readonly agent?: string
  readonly parent?: string
  readonly run?: RunId
  readonly step?: string
}

/** One of several people who share sessions. On one's own machine nobody is named. */
export type Person = { readonly id: string; readonly name: string }

/** What the domain says: a fact without a number. `person` gave the command that it follows from. */
export type Fact = {
  [T in FactType]: { readonly type: T; readonly data: Facts[T]; readonly person?: Person } & Place
}[FactType]

/** What the log has numbered. `batch` is the first `seq` of the append it came in; `id` names messages. */
export type Event = Fact & {
  readonly session: SessionId
  readonly seq: number
  readonly batch: number
  readonly at: number
  readonly v: number
  readonly id?: MessageId
}

export type EventOf<T extends FactType> = Extract<Event, { type: T }>

/** Builds a fact; `place` says whose it is. */
export function fact<T extends FactType>(type: T, data: Facts[T], place?: Place): Fact {
  return { type, data, ...place } as Fact
}

/** The effect that an event ends, if it ends one: each `effect.started` gets exactly one end. */
export function endOf(event: Fact): EffectKey | undefined {
  switch (event.type) {
    case 'model.replied':
    case 'model.failed':
    case 'effect.aborted':
    case 'effect.lost':
      return event.data.effect
    case 'tool.finished':
      return event.data.effect
    default:
      return undefined
  }
}
