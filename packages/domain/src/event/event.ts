import type { EffectKey, MessageId, RunId, SessionId, TaskId } from '../shared/ids.ts'
import type { Facts, FactType } from './facts.ts'

/** Where a fact belongs within its session: the task, the agent doing it, the task or run above it, the plan step. */
export type EventPlace = {
  readonly task?: TaskId
  readonly agent?: string
  readonly parent?: string
  readonly run?: RunId
  readonly step?: string
}

/** Someone who shares sessions with others. On a personal machine nobody is named. */
export type Person = { readonly id: string; readonly name: string }

/** What the domain emits: a fact without a number. `person` gave the command that led to it. */
export type Fact = {
  [T in FactType]: { readonly type: T; readonly data: Facts[T]; readonly person?: Person } & EventPlace
}[FactType]

/** A fact numbered by the log. `batch` is the first `seq` of the append it came in. `id` names messages. */
export type Event = Fact & {
  readonly session: SessionId
  readonly seq: number
  readonly batch: number
  readonly at: number
  readonly v: number
  readonly id?: MessageId
}

export type EventOf<T extends FactType> = Extract<Event, { type: T }>

/** Builds a fact. `place` says where it belongs. */
export function fact<T extends FactType>(type: T, data: Facts[T], place?: EventPlace): Fact {
  return { type, data, ...place } as Fact
}

/** The effect that an event ends, if any: each `effect.started` has exactly one end. */
export function effectEndedBy(event: Fact): EffectKey | undefined {
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
