import { type Fact, fact } from '../../../event/event.ts'
import { waiting } from './speakers.ts'
import { type DebateContext, type DebateRooms, turnsTaken } from './state.ts'

/** Used until there is a turn to go by. */
const USUAL_MS = 15_000

/** The panel's progress after the turn that is ending. */
export function progressOf(context: DebateContext): Fact {
  const { run, panel } = context
  const done = turnsTaken(panel) + 1
  const speaking = panel.debate.turns.filter(({ state }) => state.startsWith('speaking')).length - 1
  const finished = run.team.members.length - waiting(context).length
  return fact('progress', {
    done,
    ...(panel.opening.maxTurns !== null && { total: panel.opening.maxTurns }),
    active: Math.max(0, speaking),
    finished,
    etaMs: leftMs(panel, done),
  })
}

/** The remaining turns, at the median time of those so far. */
export function leftMs(panel: DebateRooms, done: number): number {
  const times = panel.debate.turns.map(({ ms }) => ms).filter((ms) => ms > 0)
  const sorted = times.toSorted((one, other) => one - other)
  const median = sorted[Math.floor(sorted.length / 2)] ?? USUAL_MS
  return Math.round(Math.max(0, (panel.opening.maxTurns ?? 0) - done) * median)
}
