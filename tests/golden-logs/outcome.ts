import { createHash } from 'node:crypto'
import { createDomain, type Event, emptySession, fromWire, modeViewOf, type Session } from '@convene/domain'

/** What must be true of a log after folding it, in this version and in every later one. */
export type Outcome = ReturnType<typeof outcomeOf>

/** The events of a stored log, read as every program reads them: upcast, then parsed. */
export const eventsIn = (text: string): readonly Event[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => fromWire(JSON.parse(line)))

/** Changes if anybody edits the log, for example with a search and replace over the whole tree. */
export const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The session after each event. */
export function* folded(events: readonly Event[]): Generator<Session> {
  const { evolve } = createDomain()
  const [first] = events
  if (!first) return
  let session = emptySession(first.session)
  for (const event of events) {
    session = evolve(session, event)
    yield session
  }
}

/** How the session's run ended, what was answered and decided, and who was paid. */
export function outcomeOf(events: readonly Event[]) {
  const { run, messages } = [...folded(events)].at(-1) ?? emptySession('' as never)
  if (!run) throw new Error('The log has no run.')
  const { plan, vote } = modeViewOf(run)
  return {
    mode: run.mode,
    phase: run.phase,
    reason: run.finished?.reason ?? null,
    answer: run.finished?.summary ?? null,
    lacks: run.finished?.lacks ?? null,
    decision: run.finished?.decision ?? null,
    votes: vote && Object.fromEntries(vote.counts.map(({ option, votes }) => [option, votes])),
    steps: plan && Object.fromEntries(plan.steps.map(({ id, state }) => [id, state])),
    calls: Object.fromEntries(Object.entries(run.spentBy).map(([agent, { calls }]) => [agent, calls])),
    messages: messages.size,
  }
}
