import type { Facts } from '../../event/facts.ts'
import type { DefaultLimits } from '../../mode/mode.ts'
import type { Run } from '../../state/session.ts'
import { type Depth, depths } from './settings.ts'
import type { ProtocolName } from './state.ts'

/** A standard depth of 30 turns with their tool calls, the checks and the report: 100,000 tokens ended ordinary panels of four. */
const CALLS_A_SEAT = 80
const TOKENS_A_SEAT = 150_000
const MINUTES = 30
/** A decision ends after three rounds anyway: these limits only stop runaway calls. */
const DECISION = { maxCalls: 60, maxTotalTokens: 500_000, maxDuration: MINUTES } as const

type Caps = Required<NonNullable<Facts['protocol.chosen']['limits']>>

/** The default limits of a panel of this size, before its protocol is known. */
export const usualLimits = (seats: number): DefaultLimits => ({
  maxTurns: 30,
  ...discussionCaps(seats, 'standard'),
  maxTokensPerTurn: 4_000,
  maxToolCallsPerTurn: 5,
  maxToolCalls: 50,
  maxTurnDuration: 3,
})

/** The default limits of both protocols. The turns of a decision come from its rounds. */
export const limitsByProtocol = (seats: number): { readonly [name in ProtocolName]: Partial<DefaultLimits> } => {
  const { maxTurns: _, ...usual } = usualLimits(seats)
  return { decide: { ...usual, ...DECISION }, discuss: usualLimits(seats) }
}

function discussionCaps(seats: number, depth: Depth): Caps {
  const share = (depths[depth] ?? 1) / (depths.standard ?? 1)
  const by = (perSeat: number) => Math.round(perSeat * seats * share)
  return { maxCalls: by(CALLS_A_SEAT), maxTotalTokens: by(TOKENS_A_SEAT), maxDuration: MINUTES }
}

/** What changes in the limits now that protocol and depth are known: only what nobody has set. */
export function limitsFor(
  { team, limits }: Pick<Run, 'team' | 'limits'>,
  protocol: ProtocolName,
  depth: Depth,
): Partial<Caps> | undefined {
  const seats = team.members.length
  const before = discussionCaps(seats, 'standard')
  const now = protocol === 'decide' ? DECISION : discussionCaps(seats, depth)
  const changed = (['maxCalls', 'maxTotalTokens', 'maxDuration'] as const).filter(
    (name) => limits[name] === before[name] && now[name] !== before[name],
  )
  return changed.length === 0 ? undefined : Object.fromEntries(changed.map((name) => [name, now[name]]))
}
