import type { Effect } from '../effect/effect.ts'
import type { Run, Session } from '../session/state.ts'

const CALLS = 60
const WINDOW_MS = 60_000

/** The times of an agent's newest tool calls, with one more. */
export const callTimes = (times: readonly number[], at: number): readonly number[] => [...times.slice(1 - CALLS), at]

/** When an agent's tool call may start, with so many others ahead of it: 60 a minute. */
export function mayCallAt(times: readonly number[], at: number, ahead = 0): number | undefined {
  const full = times.length + ahead - CALLS
  if (full < 0) return undefined
  const due = (times[full] ?? at) + WINDOW_MS
  return due <= at ? undefined : due
}

/** What is wanted, with every tool call that is new at its time: those that wait together must not start together. */
export function spaced(session: Session, run: Run, effects: readonly Effect[]): readonly Effect[] {
  const ahead = new Map<string, number>()
  return effects.map((effect) => {
    if (effect.kind !== 'tool' || effect.key in session.started) return effect
    const agent = session.tasks[effect.task]?.agent ?? ''
    const count = ahead.get(agent) ?? 0
    ahead.set(agent, count + 1)
    const notBefore = mayCallAt(run.callTimes[agent] ?? [], session.at, count)
    return notBefore === undefined ? effect : { ...effect, notBefore }
  })
}
