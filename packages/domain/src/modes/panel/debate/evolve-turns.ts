import type { DebateState, Turn } from './state.ts'

/**
 * How much of the board a panelist has heard when it is asked. In a blind round, and in every round of a decision, what
 * the others say is new to it in the next one, even if they were asked before it.
 */
export function heardBy(debate: DebateState, agent: string, isDecision: boolean): number {
  const { board, turns } = debate
  const round = roundOf(debate, agent)
  if (round > 1 && !isDecision) return board.length
  const first = board.findIndex(({ id }) => turns.some((turn) => turn.message === id && turn.round === round))
  return first < 0 ? board.length : first
}

/** The newest round, or the next one if this panelist has already had its turn in it. */
function roundOf({ turns }: DebateState, agent: string): number {
  const newest = Math.max(1, ...turns.map(({ round }) => round))
  return turns.some((one) => one.agent === agent && one.round === newest) ? newest + 1 : newest
}

/** A turn that has just been given. */
export const newTurn = (debate: DebateState, agent: string, turn: number): Turn => ({
  turn,
  round: roundOf(debate, agent),
  agent,
  state: 'speaking',
  message: null,
  stated: false,
  changed: false,
  more: false,
  said: null,
  stale: false,
  stuck: false,
  ms: 0,
})

/** The turns, with this agent's newest one changed. */
export function editTurn(turns: readonly Turn[], agent: string | undefined, change: Partial<Turn>): readonly Turn[] {
  const last = turns.findLastIndex((one) => one.agent === agent)
  return turns.map((turn, index) => (index === last ? { ...turn, ...change } : turn))
}

/** Whether this agent has the floor. */
export const isSpeaking = (debate: DebateState, agent: string | undefined): boolean =>
  debate.turns.findLast((turn) => turn.agent === agent)?.state.startsWith('speaking') ?? false

/** Whether the agent's newest turn was allowed through or blocked. */
export const isSettled = ({ turns }: DebateState, agent: string): boolean => {
  const state = turns.findLast((turn) => turn.agent === agent)?.state
  return state === 'approved' || state === 'blocked'
}
