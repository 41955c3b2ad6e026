import type { Event, EventOf } from '../../event/event.ts'
import type { MessageId } from '../../shared/ids.ts'

/** The state of a single agent that reviews its own answer. */
export type Alone = {
  /** The place of the open task. */
  readonly asked: string | null
  readonly iteration: number
  readonly attempt: number
  readonly replied: boolean
  readonly met: boolean
  readonly answers: readonly MessageId[]
  readonly failure: { readonly code: string; readonly message: string } | null
  /** Consecutive failed attempts, and when the next one may begin. */
  readonly errors: number
  readonly retryAt: number | null
  readonly stalls: number
  readonly stalling: boolean
}

const RETRY_MS = 2_000

export const blankAlone: Alone = {
  asked: null,
  iteration: 1,
  attempt: 1,
  replied: false,
  met: false,
  answers: [],
  failure: null,
  errors: 0,
  retryAt: null,
  stalls: 0,
  stalling: false,
}

/** Records what happened in the agent's own rounds. Follow-ups and other agents' tasks do not count. */
export function evolveAlone(alone: Alone, event: Event): Alone {
  switch (event.type) {
    case 'task.assigned': {
      const { kind, place, to, via } = event.data
      return kind === 'respond' && place !== to && !via ? { ...alone, asked: place } : alone
    }
    case 'task.finished':
      return event.data.place === alone.asked ? ended(alone, event) : alone
    case 'message':
      return event.data.kind === 'answer' && alone.replied && event.id
        ? { ...alone, answers: [...alone.answers, event.id] }
        : alone
    case 'evaluation':
      return { ...alone, met: event.data.met ?? false }
    case 'stall':
      return { ...alone, stalls: event.data.consecutive, stalling: true }
    case 'clock.jumped':
      return alone.retryAt === null ? alone : { ...alone, retryAt: alone.retryAt + Math.min(0, event.data.ms) }
    case 'run.state':
      return moved(alone, event)
    default:
      return alone
  }
}

function ended(alone: Alone, { data: { ok, error } }: EventOf<'task.finished'>): Alone {
  if (ok) return { ...alone, asked: null, replied: true, errors: 0 }
  return { ...alone, asked: null, failure: error ?? { code: 'failed', message: 'The agent failed.' } }
}

function moved(alone: Alone, { at, data: { trigger } }: EventOf<'run.state'>): Alone {
  const again = { ...alone, replied: false, met: false, failure: null }
  switch (trigger) {
    case 'iterate': {
      const stalls = alone.stalling ? alone.stalls : 0
      return { ...again, iteration: alone.iteration + 1, attempt: 1, retryAt: null, stalls, stalling: false }
    }
    case 'iterationFailed':
      return { ...again, attempt: alone.attempt + 1, errors: alone.errors + 1, retryAt: at + RETRY_MS }
    case 'userResumed':
      return { ...alone, stalls: 0 }
    default:
      return alone
  }
}
