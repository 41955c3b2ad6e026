import { cleanLine, createDomain, type Event, emptySession, type FactType, type Totals } from '@convene/domain'
import { strangers } from '../story/cast.ts'
import { textOf } from '../story/line.ts'
import { lineOf } from '../story/words.ts'
import { withGrants } from '../story/words-work.ts'

/** One line of a session's story: the time, the agent, the step, and what happened. */
export type TimelineEntry = {
  readonly seq: number
  readonly at: number
  readonly type: FactType
  readonly agent: string
  readonly step: string
  readonly text: string
}

/** Which events to include: all given conditions must hold. Times are in milliseconds, both ends included. */
export type EventFilter = {
  readonly agent?: string
  readonly step?: string
  readonly since?: number
  readonly until?: number
  readonly types?: readonly string[]
}

/** Which part of a timeline. */
export type TimelineFilter = EventFilter & {
  /** Includes bookkeeping: model calls, spend, who is idle. */
  readonly all?: boolean
}

const LONGEST = 200

/** Bookkeeping that says nothing another event does not say better. */
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

/** What a team did, in order: the plan, its steps, tool calls, handoffs, decisions, approvals and messages. */
export function timelineOf(events: readonly Event[], filter: TimelineFilter = {}): readonly TimelineEntry[] {
  const shown = withLateCalls(events).filter((event) => filter.all || !books.includes(event.type))
  const asks = new Map(
    events.flatMap((event) => (event.type === 'permission.asked' ? [[event.data.ask, event.data]] : [])),
  )
  return shown
    .filter((event) => matchesFilter(event, filter))
    .map((event) => entryOf(event.type === 'permission.answered' ? withGrants(event, asks.get(event.data.ask)) : event))
}

/** A run stopped in the middle of a call learns later what the call used. Its end includes that, as on every screen. */
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

/** Whether an event matches the filter. */
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
