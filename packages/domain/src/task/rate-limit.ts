import type { Effect } from '../effect/effect.ts'
import { type EventOf, type Fact, fact } from '../event/event.ts'
import { type Run, type Session, seatName } from '../state/session.ts'
import { durationText } from '../text/amounts.ts'

const CALLS = 60
const WINDOW_MS = 60_000
const CODE = 'rate_limit'

/** The times of an agent's newest tool calls, with one added. */
export const callTimes = (times: readonly number[], at: number): readonly number[] => [...times.slice(1 - CALLS), at]

/** When an agent's tool call may start, with this many others ahead of it: 60 per minute. */
export function mayCallAt(times: readonly number[], at: number, ahead = 0): number | undefined {
  const full = times.length + ahead - CALLS
  if (full < 0) return undefined
  const due = (times[full] ?? at) + WINDOW_MS
  return due <= at ? undefined : due
}

/** The wanted effects, with every new tool call at its time: calls that wait together must not start together. */
export function staggered(session: Session, run: Run, effects: readonly Effect[]): readonly Effect[] {
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

/** An agent that pauses for a minute looks broken, so the user is notified, at most once per minute. */
export function waitsToTell(session: Session, run: Run, effects: readonly Effect[]): readonly Fact[] {
  const told = new Set<string>()
  return effects.flatMap((effect) => {
    if (effect.kind !== 'tool' || effect.notBefore === undefined) return []
    const agent = session.tasks[effect.task]?.agent ?? ''
    if (told.has(agent) || (run.slowed?.[agent] ?? 0) > session.at) return []
    told.add(agent)
    const name = seatName(run, agent)
    const wait = durationText(effect.notBefore - session.at)
    const message = `${name} has made ${CALLS} tool calls within a minute. The next one starts in ${wait}.`
    return [fact('warning', { code: CODE, message }, { task: effect.task, agent })]
  })
}

/** The session after the user was notified of a wait. */
export function slowedBy(session: Session, { data, agent, at }: EventOf<'warning'>): Session {
  const { run } = session
  if (data.code !== CODE || !run || agent === undefined) return session
  return { ...session, run: { ...run, slowed: { ...run.slowed, [agent]: at + WINDOW_MS } } }
}
