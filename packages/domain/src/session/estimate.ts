import type { Mode } from '../mode/mode.ts'
import type { Estimate } from '../run/run-settings.ts'
import { seatsOf } from '../team/team.ts'
import { costOf, estimateTokens } from '../usage/usage.ts'
import type { RunStart } from './command.ts'

const TYPICAL_OUTPUT = 700
const SECONDS_A_CALL = 15

/** What the run will probably take, before it starts. The cost is null where any price is unknown. */
export function estimate(mode: Mode, run: RunStart, goal: string): Estimate {
  const seats = seatsOf(run.team)
  const calls = mode.calls(run.team)
  const each = calls / Math.max(1, seats.length)
  const perSeat = seats.map((seat) => {
    const input = Math.ceil((estimateTokens(seat.prompt + run.team.sharedContext + goal) + 100) * each)
    const output = Math.ceil(Math.min(seat.maxTokens ?? TYPICAL_OUTPUT, TYPICAL_OUTPUT) * each)
    return { input, output, costUsd: costOf({ input, cached: 0, output }, run.settings.models[seat.model]?.price) }
  })
  const sum = (of: (seat: (typeof perSeat)[number]) => number) => perSeat.reduce((total, seat) => total + of(seat), 0)
  const known = perSeat.every(({ costUsd }) => costUsd !== null)
  return {
    calls,
    input: sum(({ input }) => input),
    output: sum(({ output }) => output),
    costUsd: known ? sum(({ costUsd }) => costUsd ?? 0) : null,
    minutes: Math.round((calls * SECONDS_A_CALL) / 6) / 10,
  }
}
