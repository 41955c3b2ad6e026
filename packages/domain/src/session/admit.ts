import { type Effect, type ModelEffect, record, type Step, want } from '../effect/effect.ts'
import { fact } from '../event/event.ts'
import type { Mode } from '../mode/mode.ts'
import { isFinal, type Run, type Session } from '../state/session.ts'
import { clipped, leastOutput } from '../task/budget.ts'
import { tokensOf } from '../usage/usage.ts'
import { uselessLeft } from './progress-limit.ts'

/** The part of a cap reserved for closing calls, so that a stopped run still gets its last words. */
const CLOSING_SHARE = 0.15

type Room = { turns: number; calls: number; together: number; tokens: number; costUsd: number }

/**
 * Lets model calls through only while spent + reserved + their own reservation stay under the caps: otherwise parallel
 * calls could overshoot. "No room" always ends in a fact: either something in progress will release a reservation, or
 * the limit is reached.
 */
export function admit(session: Session, wanted: readonly Effect[], mode: Mode): Step {
  const run = session.run
  // Follow-ups are not part of the run: the user decides.
  if (!run || isFinal(run.phase)) return want(...wanted)
  const room = roomLeft(session, run, mode)
  const admitted = wanted.flatMap((effect): readonly Effect[] =>
    isNew(session, effect) ? clip(effect, run, room) : [effect],
  )
  if (admitted.length === wanted.length) return want(...admitted)
  const callsUnderWay = admitted.some((effect) => effect.kind === 'model')
  // Calls that are no longer wanted keep their room until they are aborted.
  return callsUnderWay || room.together < 1 ? want(...admitted) : record(limitReached(run, room))
}

const isNew = (session: Session, effect: Effect): effect is ModelEffect =>
  effect.kind === 'model' && !(effect.key in session.started)

function roomLeft(session: Session, run: Run, mode: Mode): Room {
  const { traits } = mode
  const closing = run.limit !== null
  const share = traits.closing !== 'silence' && !closing ? 1 - CLOSING_SHARE : 1
  const calls = Object.values(session.started)
    .filter((effect) => effect.kind === 'model')
    .filter(isOf(run))
  const reserved = calls.reduce((sum, { reserve }) => sum + reserve.input + reserve.output, 0)
  const reservedUsd = calls.reduce((sum, { reserve }) => sum + (reserve.costUsd ?? 0), 0)
  const { maxTurns, maxCalls, maxTotalTokens, maxCostUsd } = run.limits
  return {
    turns:
      maxTurns === null || closing || traits.countsTurns
        ? Number.MAX_SAFE_INTEGER
        : maxTurns - run.turns - calls.length,
    // At least one call for the work itself: a share of one would leave only the last words.
    calls: maxCalls === null ? Number.MAX_SAFE_INTEGER : Math.max(1, Math.floor(maxCalls * share)) - run.calls,
    together: uselessLeft(run, mode) - calls.length,
    tokens: (maxTotalTokens ?? Number.MAX_SAFE_INTEGER) * share - tokensOf(run.spent) - reserved,
    costUsd: (maxCostUsd ?? Number.MAX_SAFE_INTEGER) * share - run.spent.costUsd - reservedUsd,
  }
}

/** A call from the previous run may still be in progress: its own run pays for it. */
const isOf =
  ({ id }: Run) =>
  ({ paidBy = id }: ModelEffect): boolean =>
    paidBy === id

/** The call with as much output as there is room for, deducted from the room. Empty if that is too little. */
function clip(effect: ModelEffect, run: Run, room: Room): readonly ModelEffect[] {
  const price = run.settings.models[effect.model]?.price ?? null
  const { input } = effect.reserve
  const inputUsd = price ? (input * price.input) / 1_000_000 : 0
  const affordable = price && price.output > 0 ? ((room.costUsd - inputUsd) / price.output) * 1_000_000 : room.tokens
  const output = Math.floor(Math.min(effect.reserve.output, room.tokens - input, affordable))
  if (room.turns < 1 || room.calls < 1 || room.together < 1 || output < leastOutput(effect.reserve)) return []
  const costUsd = price ? inputUsd + (output * price.output) / 1_000_000 : null
  room.turns -= 1
  room.calls -= 1
  room.together -= 1
  room.tokens -= input + output
  room.costUsd -= costUsd ?? 0
  return [{ ...effect, reserve: clipped(effect.reserve, { output, costUsd }) }]
}

function limitReached(run: Run, room: Room) {
  const which = nameLimit(run, room)
  const { maxTurns: turns, maxCalls: calls, maxCostUsd: cost, maxTotalTokens: tokens } = run.limits
  const cap = { turns, calls, cost, tokens }[which] ?? 0
  const spent = { turns: run.turns, calls: run.calls, cost: run.spent.costUsd, tokens: tokensOf(run.spent) }[which]
  const exhausted = run.limit !== null
  return fact('limit.reached', {
    which: run.limit?.which ?? which,
    spent,
    reserved: 0,
    cap,
    ...(exhausted && { exhausted }),
  })
}

function nameLimit(run: Run, room: Room): 'turns' | 'calls' | 'tokens' | 'cost' {
  if (room.turns < 1) return 'turns'
  if (room.calls < 1) return 'calls'
  if (run.limits.maxCostUsd === null) return 'tokens'
  if (run.limits.maxTotalTokens === null) return 'cost'
  return room.tokens / run.limits.maxTotalTokens < room.costUsd / run.limits.maxCostUsd ? 'tokens' : 'cost'
}
