import type { Estimate } from '../run/run-settings.ts'
import type { Run } from '../session/state.ts'
import type { Seat, SeatedTeam } from '../team/team.ts'
import { costOf, estimateTokens } from '../usage/usage.ts'
import { headOf, type Panel } from './state.ts'

const ROUNDS = 3
const OUTPUT = 600
const SECONDS_A_CALL = 15
/** Clarify, topic, options, synthesis. */
const HEAD_CALLS = 4

/** How many calls a panel of this team usually makes. */
export const callsOf = ({ members }: SeatedTeam): number => HEAD_CALLS + members.length * (ROUNDS + 1) + ROUNDS

/** What the panel will probably take, now that its topic is known: most panels settle after three rounds. */
export function estimatePanel(run: Run, panel: Panel): Estimate {
  const { members, judge } = run.team
  const turns = Math.min(panel.maxTurns ?? ROUNDS * members.length, ROUNDS * members.length)
  const checks = judge ? Math.max(0, Math.floor(turns / 3) - 1) : 0
  const topic = estimateTokens(panel.topic)
  const board = turns * OUTPUT
  const rounds = turns / Math.max(1, members.length)
  const head = headOf(run)
  const calls = [
    ...members.map((seat) => callOf(run, seat, { times: rounds, input: topic + board / 2, output: OUTPUT })),
    ...members.map((seat) => callOf(run, seat, { times: 1, input: topic + board, output: OUTPUT / 2 })),
    ...(judge ? [callOf(run, judge, { times: checks, input: topic + board / 2, output: 100 })] : []),
    ...(head ? [callOf(run, head, { times: 2, input: topic + board, output: OUTPUT * 2 })] : []),
  ]
  const sum = (of: (call: (typeof calls)[number]) => number) =>
    Math.round(calls.reduce((total, call) => total + of(call), 0))
  const isKnown = calls.every(({ costUsd }) => costUsd !== null)
  return {
    calls: sum(({ times }) => times),
    input: sum(({ input }) => input),
    output: sum(({ output }) => output),
    costUsd: isKnown ? calls.reduce((total, { costUsd }) => total + (costUsd ?? 0), 0) : null,
    minutes: Math.round((((rounds > 0 ? turns - members.length + 1 : 0) + checks + 3) * SECONDS_A_CALL) / 6) / 10,
  }
}

type Calls = { readonly times: number; readonly input: number; readonly output: number }

function callOf(run: Run, seat: Seat, { times, input, output }: Calls) {
  const used = { input: times * (estimateTokens(seat.prompt) + input), cached: 0, output: times * output }
  return { ...used, times, costUsd: costOf(used, run.settings.models[seat.model]?.price) }
}
