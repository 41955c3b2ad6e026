import type { Event } from '../event/event.ts'
import type { FactType, Totals } from '../event/facts.ts'
import { createDomain } from '../session/domain.ts'
import { emptySession } from '../state/session.ts'
import { strangers } from '../story/cast.ts'
import { textOf } from '../story/line.ts'
import { lineOf } from '../story/words.ts'
import { cleanLine } from '../text/clean.ts'

/** One line of a session's story: when, whose, of which step, and what happened. */
export type TimelineEntry = {
  readonly seq: number
  readonly at: number
  readonly type: FactType
  readonly agent: string
  readonly step: string
  readonly text: string
}

/** Which events: everything that is given must hold. Times are milliseconds, both ends included. */
export type EventFilter = {
  readonly agent?: string
  readonly step?: string
  readonly since?: number
  readonly until?: number
  readonly types?: readonly string[]
}

/** Which part of a timeline. */
export type TimelineFilter = EventFilter & {
  /** Also what only keeps the books: calls of models, spend, who is idle. */
  readonly all?: boolean
}

const LONGEST = 200

/** What keeps the books, and says nothing that another event does not say better. */
const books: readonly FactType[] = [
  'agent.status',
  'effect.started',
  'effect.aborted',
  'model.replied',
  'timer.fired',
  'usage',
  'commentary',
  'progress',
  'task.assigned',
  'task.finished',
]

/** What a team did, in order: the plan, its steps, tool calls, handoffs, decisions, approvals, and what was said. */
export function timelineOf(events: readonly Event[], filter: TimelineFilter = {}): readonly TimelineEntry[] {
  const shown = withLateCalls(events).filter((event) => filter.all || !books.includes(event.type))
  return shown.filter((event) => matchesFilter(event, filter)).map(entryOf)
}

/** A run that is stopped in the middle of a call learns afterwards what the call took. Its end says that, like every screen. */
function withLateCalls(events: readonly Event[]): readonly Event[] {
  const end = events.findIndex(({ type }) => type === 'run.finished')
  const [first] = events
  if (!first || end < 0 || !events.some(({ type }, index) => index > end && type === 'usage')) return events
  const { evolve } = createDomain()
  const totals = new Map<string | undefined, Totals>()
  events.reduce((before, event) => {
    const session = evolve(before, event)
    if (session.run?.finished) totals.set(session.run.id, session.run.finished.totals)
    return session
  }, emptySession(first.session))
  return events.map((event) =>
    event.type === 'run.finished'
      ? { ...event, data: { ...event.data, totals: totals.get(event.run) ?? event.data.totals } }
      : event,
  )
}

/** Whether an event is one of those that are asked for. */
export function matchesFilter(event: Event, { agent, step, since, until, types }: EventFilter): boolean {
  if (types !== undefined && !types.includes(event.type)) return false
  if (agent !== undefined && !whoseOf(event).includes(agent)) return false
  if (step !== undefined && event.step !== step) return false
  return event.at >= (since ?? event.at) && event.at <= (until ?? event.at)
}

/** An event belongs to the agent that does it, says it, receives it, or votes in it. */
function whoseOf(event: Event): readonly string[] {
  const own = event.agent === undefined ? [] : [event.agent]
  switch (event.type) {
    case 'message':
      return [...own, event.data.author]
    case 'handoff':
      return [...own, event.data.from, event.data.to]
    case 'step.state':
      return [...own, event.data.owner]
    case 'decision.proposed':
      return [...own, event.data.by]
    case 'decision.voted':
      return [...own, event.data.voter]
    case 'plan.committed':
      return event.data.steps.map(({ owner }) => owner)
    default:
      return own
  }
}

function entryOf(event: Event): TimelineEntry {
  const { seq, at, type, step = '' } = event
  const line = lineOf(event, strangers)
  const text = cleanLine(textOf(line)).slice(0, LONGEST)
  return { seq, at, type, agent: line.who || (event.agent ?? ''), step, text }
}
