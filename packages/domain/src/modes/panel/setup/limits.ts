import type { Facts } from '../../../event/facts.ts'
import type { RunSettings } from '../../../event/run-settings.ts'
import type { DefaultLimits, OpenedRun } from '../../../mode/mode.ts'
import { minutesFor } from '../../../mode/patience.ts'
import type { Run, Session } from '../../../state/session.ts'
import type { Seat } from '../../../team/team.ts'
import type { ProtocolName } from './protocol-name.ts'
import { type Depth, depths } from './settings.ts'

/**
 * Sized for a standard depth of 30 turns with tool calls, checks and the report: 100,000 tokens cut short ordinary
 * panels of four.
 */
const CALLS_A_SEAT = 80
const TOKENS_A_SEAT = 150_000
const MINUTES = 30
const MINUTES_A_SEAT = 10
const TURN_MINUTES = 3
/** How many turns of the slowest panelist a panel has time for, whatever its size: three rounds and the report. */
const SLOW_TURNS = 4
/** A decision ends after three rounds anyway: these limits only stop runaway calls. */
const DECISION = { maxCalls: 60, maxTotalTokens: 500_000 } as const

type Caps = Required<NonNullable<Facts['protocol.chosen']['limits']>>

/**
 * The default limits for a panel of this size, before its protocol is known. `turn`: the slowest panelist's minutes.
 */
export const usualLimits = (seats: number, turn = TURN_MINUTES): DefaultLimits => ({
  maxTurns: 30,
  ...discussionCaps(seats, 'standard', turn),
  maxTokensPerTurn: 4_000,
  maxToolCallsPerTurn: 5,
  maxToolCalls: 50,
  maxTurnDuration: TURN_MINUTES,
})

/** The default minutes suit models that answer right away: a panel takes as long as its slowest panelist. */
export function minutesAtStart({ team, limits, settings }: OpenedRun): Partial<Pick<Caps, 'maxDuration'>> {
  const seats = team.members.length
  const { maxDuration } = usualLimits(seats, slowestTurn(team.members, settings.models))
  const isUsual = limits.maxDuration === usualLimits(seats).maxDuration
  return isUsual && settings.namedLimits?.user.maxDuration === undefined ? { maxDuration } : {}
}

/** The default limits of a decision. Its turns follow from its rounds. */
export function decisionLimits(seats: number): DefaultLimits {
  const { maxTurns: _, ...usual } = usualLimits(seats)
  return { ...usual, ...decisionCaps() }
}

const decisionCaps = (turn = TURN_MINUTES): Caps => ({ ...DECISION, maxDuration: Math.max(MINUTES, SLOW_TURNS * turn) })

function discussionCaps(seats: number, depth: Depth, turn: number): Caps {
  const share = (depths[depth] ?? 1) / (depths.standard ?? 1)
  const by = (perSeat: number) => Math.round(perSeat * seats * share)
  return {
    maxCalls: by(CALLS_A_SEAT),
    maxTotalTokens: by(TOKENS_A_SEAT),
    maxDuration: Math.max(decisionCaps(turn).maxDuration, by(MINUTES_A_SEAT)),
  }
}

/** How the limits change once protocol and depth are known: only those nobody has set. */
export function limitsFor(
  { team, limits, settings }: Pick<Run, 'team' | 'limits' | 'settings'>,
  protocol: ProtocolName,
  depth: Depth,
): Partial<Caps> | undefined {
  const seats = team.members.length
  const turn = slowestTurn(team.members, settings.models)
  const before = discussionCaps(seats, 'standard', turn)
  const now = protocol !== 'discuss' ? decisionCaps(turn) : discussionCaps(seats, depth, turn)
  const changed = (['maxCalls', 'maxTotalTokens', 'maxDuration'] as const).filter(
    (name) => limits[name] === before[name] && now[name] !== before[name],
  )
  return changed.length === 0 ? undefined : Object.fromEntries(changed.map((name) => [name, now[name]]))
}

/** The minutes per turn for a panelist, unless someone has set them. */
export function turnMinutes(
  { limits, settings }: Pick<Run, 'limits' | 'settings'>,
  seat: Seat,
  learned?: Session['learned'],
): number {
  const minutes = limits.maxTurnDuration ?? TURN_MINUTES
  const { team = {}, user = {} } = settings.namedLimits ?? {}
  const isNamed = (user.maxTurnDuration ?? team.maxTurnDuration) !== undefined
  return isNamed ? minutes : minutesFor({ settings }, seat, { minutes, usual: TURN_MINUTES }, learned)
}

/** The default minutes per turn for the slowest of them. */
export const slowestTurn = (seats: readonly Pick<Seat, 'model'>[], models: RunSettings['models']): number =>
  Math.max(
    ...seats.map((seat) => minutesFor({ settings: { models } }, seat, { minutes: TURN_MINUTES, usual: TURN_MINUTES })),
    TURN_MINUTES,
  )
