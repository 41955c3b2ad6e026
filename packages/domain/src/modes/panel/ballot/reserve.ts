import { roomToThink } from '../../../mode/thinking.ts'
import type { Run, Session } from '../../../state/session.ts'
import type { Seat } from '../../../team/team.ts'
import { estimateTokens, tokensOf } from '../../../usage/usage.ts'

/** A reservation is an upper bound, while a token estimate is not. */
const SAFETY = 4 / 3
const OVERHEAD = 100

/**
 * Whether a limit on spending ended the debate, so only the reserve is left. After a limit on turns, time or tool calls
 * a panel closes as if it had converged.
 */
export const isReserveSpent = ({ limit }: Pick<Run, 'limit'>): boolean =>
  limit !== null && (limit.exhausted || ['tokens', 'cost', 'calls'].includes(limit.which))

/** How many input and output tokens the caps leave for one call by this seat. Very large without caps. */
export function roomFor(session: Session, run: Run, seat: Seat): number {
  const calls = Object.values(session.started).filter((effect) => effect.kind === 'model')
  const reserved = calls.reduce((sum, { reserve }) => sum + reserve.input + reserve.output, 0)
  const reservedUsd = calls.reduce((sum, { reserve }) => sum + (reserve.costUsd ?? 0), 0)
  const { maxTotalTokens, maxCostUsd } = run.limits
  const tokens = maxTotalTokens === null ? Number.MAX_SAFE_INTEGER : maxTotalTokens - tokensOf(run.spent) - reserved
  if (maxCostUsd === null) return tokens
  const price = run.settings.models[seat.model]?.price
  const dearest = Math.max(price?.input ?? 0, price?.output ?? 0)
  if (dearest === 0) return tokens
  return Math.min(tokens, Math.floor(((maxCostUsd - run.spent.costUsd - reservedUsd) * 1_000_000) / dearest))
}

/** The most that a call with this ask would reserve, including room to think but not the answer. */
export function reservedInput(run: Run, seat: Seat, brief: string, conversation = 0): number {
  const system = estimateTokens(seat.prompt) + estimateTokens(run.team.sharedContext) + OVERHEAD
  const thinking = roomToThink(run, seat, 'synthesize')
  return Math.ceil((system + conversation + estimateTokens(brief) + 10) * SAFETY) + thinking
}
