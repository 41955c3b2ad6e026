import {
  type ChainHead,
  checkIntent,
  type Domain,
  type Effect,
  type Event,
  type Fact,
  fact,
  type Session,
  type Step,
} from '@convene/domain'
import { withHead } from '../evidence/with-evidence.ts'

/** A mode that keeps recording facts must fail its run with a named error, not hang the process. */
const MOST_ROUNDS = 10_000

/** An input, as facts on the newest state. */
export type Incoming = (state: Session, at: number) => readonly Fact[]

/** One reaction: the input, what follows from it, and the intents of effects that start now. It becomes one append. */
export type Reaction = {
  readonly state: Session
  readonly batch: readonly Event[]
  readonly step: Step
  readonly starting: readonly Effect[]
}

/**
 * Computes a reaction without side effects: the facts, the state after them, and the effects to run. None if it is
 * draining: the process that opens the session next starts them.
 */
export function react(
  domain: Domain,
  before: Session,
  { at, drains, head }: { readonly at: number; readonly drains: boolean; readonly head?: ChainHead | undefined },
  incoming: readonly Incoming[],
): Reaction {
  const batch: Event[] = []
  let state = before
  const add = (next: Fact) => {
    const event = domain.stamp(state, withHead(next, head), at, before.seq + 1)
    batch.push(event)
    state = domain.evolve(state, event)
  }
  for (const facts of incoming) facts(state, at).forEach(add)
  const step = settle(domain, () => state, at, add)
  const starting = step.want.filter(
    (effect) => !drains && isDue(effect, at) && effect.kind !== 'timer' && !(effect.key in state.started),
  )
  for (const effect of starting) intentOf(state, effect).forEach(add)
  return { state, batch, step, starting }
}

/** Records what follows until nothing more does. */
function settle(domain: Domain, state: () => Session, at: number, add: (fact: Fact) => void): Step {
  let step = domain.next(state())
  for (let round = 0; ; round++) {
    const facts = step.record.length > 0 ? step.record : firedTimers(step, at)
    if (facts.length === 0) return step
    if (round === MOST_ROUNDS) {
      domain.fail(state(), 'does_not_settle', 'The run kept recording facts without end.').forEach(add)
      return { record: [], want: [] }
    }
    facts.forEach(add)
    step = domain.next(state())
  }
}

const firedTimers = (step: Step, at: number): readonly Fact[] =>
  step.want
    .filter((effect) => effect.kind === 'timer' && isDue(effect, at))
    .map(({ key }) => fact('timer.fired', { effect: key }))

const isDue = (effect: Effect, at: number): boolean => effect.notBefore === undefined || effect.notBefore <= at

/** Intent before effect: after a crash, an intent without an end shows what may have happened. */
function intentOf(state: Session, effect: Effect): readonly Fact[] {
  if (effect.kind === 'check') return [checkIntent(effect)]
  if (effect.kind !== 'model' && effect.kind !== 'tool') return []
  const task = state.tasks[effect.task]
  const parent = task?.parent?.task ?? (state.run ? String(state.run.number) : undefined)
  const step = task?.step ?? undefined
  const place = {
    task: effect.task,
    ...(task && { agent: task.agent }),
    ...(parent && { parent }),
    ...(step && { step }),
  }
  const { key, kind, attempt, timeoutMs } = effect
  const shared = { effect: key, kind, attempt, timeoutMs }
  const own = effect.kind === 'model' ? { model: effect.model, reserved: effect.reserve } : { call: effect.call }
  return [fact('effect.started', { ...shared, ...own }, place)]
}

/** When the next wanted effect is due. Effects already running are not waited for. */
export function dueNext(state: Session, step: Step): number | undefined {
  const times = step.want.flatMap(({ key, notBefore }) =>
    notBefore === undefined || key in state.started ? [] : [notBefore],
  )
  return times.length > 0 ? Math.min(...times) : undefined
}

/** Only the user can move it forward: nothing is wanted except timers that may wait outside memory. */
export const isAtRest = (step: Step): boolean =>
  step.record.length === 0 && step.want.every((effect) => effect.kind === 'timer' && effect.patient === true)
