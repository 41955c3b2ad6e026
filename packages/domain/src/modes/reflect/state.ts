import type { Event, EventOf } from '../../event/event.ts'
import type { Facts } from '../../event/facts.ts'
import type { MessageId } from '../../shared/ids.ts'
import type { SeatedTeam } from '../../team/team.ts'
import { blankOrchestration, evolveOrchestration, newPass, type Orchestration } from '../orchestrate/state.ts'

/** An evaluated synthesis. */
export type ReflectRound = {
  readonly iteration: number
  readonly synthesis: MessageId
  readonly score: number
  readonly rationale: string
  readonly trend: Facts['evaluation']['trend']
  readonly by: string
}

/** The state of reflect, in addition to its current pass. */
export type Reflection = Orchestration & {
  readonly judge: string | null
  readonly iteration: number
  /** Attempts at this iteration: a failed one is retried under the same number. */
  readonly attempt: number
  /** Consecutive failed attempts, and when the next one may begin. */
  readonly errors: number
  readonly lastError: string
  readonly retryAt: number | null
  /** The judge could not answer in this pass: the lead judges itself. */
  readonly judgeFailed: boolean
  /** Evaluations in this pass without a readable score. */
  readonly unread: number
  /** The lead's unreadable verdicts on its own result in this pass. */
  readonly unjudged: number
  readonly evaluated: boolean
  readonly met: boolean
  readonly rounds: readonly ReflectRound[]
  /** The newest synthesis, evaluated or not. */
  readonly latest: MessageId | null
  readonly stalls: number
  readonly stalling: boolean
  readonly hints: readonly string[]
  /** What was dropped from the last iteration's plan. */
  readonly unassigned: readonly string[]
}

const RETRY_MS = 2_000

export const blankReflection = (team: SeatedTeam): Reflection => ({
  ...blankOrchestration(team),
  judge: team.judge?.slug ?? null,
  iteration: 1,
  attempt: 1,
  errors: 0,
  lastError: '',
  retryAt: null,
  judgeFailed: false,
  unread: 0,
  unjudged: 0,
  evaluated: false,
  met: false,
  rounds: [],
  latest: null,
  stalls: 0,
  stalling: false,
  hints: [],
  unassigned: [],
})

/** Records what happened: first in the pass, then in the loop. */
export function evolveReflection(data: Reflection, event: Event): Reflection {
  const asked = event.type === 'task.finished' ? data.pass.asked[event.data.place] : undefined
  const passed = evolveOrchestration(data, event)
  const filed = passed === data ? data : { ...data, ...passed }
  switch (event.type) {
    case 'task.finished':
      return asked === 'evaluate' && !event.data.ok ? evaluationFailed(filed, event) : filed
    case 'message':
      return event.data.kind === 'synthesis' ? { ...filed, latest: event.id ?? null } : filed
    case 'evaluation':
      return evaluated(filed, event)
    case 'stall':
      return { ...filed, stalls: event.data.consecutive, stalling: true }
    case 'warning':
      return warned(filed, event)
    case 'clock.jumped':
      return filed.retryAt === null ? filed : { ...filed, retryAt: filed.retryAt + Math.min(0, event.data.ms) }
    case 'run.state':
      return moved(filed, event)
    default:
      return filed
  }
}

const hintCodes: readonly string[] = ['adjustment', 'stalled']

/** How often a judge is asked if its score is unreadable. Then it counts as failed. */
const MOST_UNREAD = 2
export const SCORE_UNREAD = 'score_unread'
export const VERDICT_UNREAD = 'verdict_unread'

/** The lead was asked twice and said neither yes nor no: this result has no score. */
export const isUnjudged = ({ unjudged = 0 }: Pick<Reflection, 'unjudged'>): boolean => unjudged >= MOST_UNREAD

function warned(data: Reflection, { data: { code, message } }: EventOf<'warning'>): Reflection {
  if (hintCodes.includes(code)) return { ...data, hints: [...data.hints, message] }
  if (code === VERDICT_UNREAD) return { ...data, unjudged: data.unjudged + 1 }
  if (code !== SCORE_UNREAD) return data
  const unread = data.unread + 1
  return { ...data, unread, judgeFailed: data.judgeFailed || unread >= MOST_UNREAD }
}

function evaluationFailed(data: Reflection, { agent, data: { error } }: EventOf<'task.finished'>): Reflection {
  if (agent === data.judge) return { ...data, judgeFailed: true }
  return { ...data, pass: { ...data.pass, failure: error ?? { code: 'failed', message: 'The agent failed.' } } }
}

function evaluated(data: Reflection, { data: evaluation }: EventOf<'evaluation'>): Reflection {
  const { iteration, score, rationale, trend, by, met = false } = evaluation
  const round = data.latest && { iteration, synthesis: data.latest, score, rationale, trend, by }
  const rounds = round ? [...data.rounds, round] : data.rounds
  return { ...data, rounds, met, evaluated: true, errors: 0, hints: [], stalling: false }
}

function moved(data: Reflection, { at, data: { trigger } }: EventOf<'run.state'>): Reflection {
  const again = { ...data, pass: newPass, judgeFailed: false, unread: 0, unjudged: 0, evaluated: false, met: false }
  switch (trigger) {
    case 'iterate':
      return {
        ...again,
        iteration: data.iteration + 1,
        unassigned: data.pass.dropped,
        attempt: 1,
        retryAt: null,
        stalls: data.stalling ? data.stalls : 0,
      }
    case 'iterationFailed': {
      const lastError = data.pass.failure?.message ?? ''
      return { ...again, attempt: data.attempt + 1, errors: data.errors + 1, lastError, retryAt: at + RETRY_MS }
    }
    case 'userResumed':
      return { ...data, stalls: 0 }
    default:
      return data
  }
}

/** The synthesis with the highest score, the later one if equal. Without any score, the newest one. */
export function bestOf({ rounds, latest }: Pick<Reflection, 'rounds' | 'latest'>): MessageId | null {
  const best = bestRound(rounds)
  return best ? best.synthesis : latest
}

export const bestRound = (rounds: readonly ReflectRound[]): ReflectRound | undefined =>
  rounds.reduce<ReflectRound | undefined>((best, round) => (best && best.score > round.score ? best : round), undefined)
