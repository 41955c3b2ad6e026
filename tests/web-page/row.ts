import {
  createDomain,
  emptyList,
  emptySession,
  fromWire,
  type Session,
  SessionId,
  type WireEvent,
} from '@convene/domain'
import type { ListedSessionRow, SessionView } from '@convene/protocol'
import { headlineOf } from '@convene/reading'

const domain = createDomain()

const states = new WeakMap<readonly WireEvent[], Session>()

/** The fold of these events, without what the events themselves carry. Folded once and cached, as in the program. */
function stateOf(id: string, events: readonly WireEvent[]): Session {
  const state = states.get(events) ?? foldOf(id, events)
  states.set(events, state)
  return state
}

function foldOf(id: string, events: readonly WireEvent[]): Session {
  const session = events.map(fromWire).reduce(domain.evolve, emptySession(SessionId.parse(id)))
  return { ...session, messages: emptyList(), conversations: {} }
}

/** The program's view of a session with these events. The page uses its row and its fold. */
export function viewOf(id: string, events: readonly WireEvent[]): SessionView {
  const state = stateOf(id, events)
  return {
    session: rowOf(id, events),
    seats: [],
    rehearsal: false,
    totals: { ...state.spent },
    progress: null,
    pending: [],
    running: true,
    state,
  }
}

/** The row that the list shows of a session with these events. */
export function rowOf(id: string, events: readonly WireEvent[]): ListedSessionRow {
  const session = events
    .slice(0, 20)
    .map(fromWire)
    .reduce(domain.evolve, emptySession(SessionId.parse(id)))
  const last = events.at(-1)
  const count = (wanted: string) => events.filter(({ type }) => type === wanted).length
  const at = last?.at ?? new Date(0).toISOString()
  return {
    id,
    seq: last?.seq ?? 0,
    title: session.title,
    summary: last?.type === 'run.finished' ? headlineOf(stateOf(id, events)) : '',
    goal: session.goal,
    workspace: session.workspace,
    mode: session.run?.mode ?? '',
    team: session.run?.team.slug ?? '',
    phase: last?.type === 'run.finished' ? 'completed' : 'running',
    reason: '',
    asks:
      count('permission.asked') +
      count('question.asked') -
      count('permission.answered') -
      count('question.answered') +
      openVotes(events),
    costUsd: spentIn(events),
    tokens: 0,
    pinned: false,
    tags: [],
    messages: count('message'),
    createdAt: events[0]?.at ?? at,
    updatedAt: at,
    wakeAt: null,
  }
}

/** Votes that the user can cast. */
function openVotes(events: readonly WireEvent[]): number {
  const own = events.filter(
    ({ type, data }) => type === 'decision.proposed' && (data as { eligible: string[] }).eligible.includes('user'),
  )
  const over = events.flatMap(({ type, data }) => {
    const { decision, voter } = data as { decision: string; voter?: string }
    return type === 'decision.committed' || (type === 'decision.voted' && voter === 'user') ? [decision] : []
  })
  return own.filter(({ data }) => !over.includes((data as { decision: string }).decision)).length
}

/** The total cost of its calls, or what its last run says about them. */
function spentIn(events: readonly WireEvent[]): number {
  const end = events.findLast(({ type }) => type === 'run.finished')?.data as
    | { readonly totals: { readonly costUsd: number } }
    | undefined
  const used = events
    .filter(({ type }) => type === 'usage')
    .map(({ data }) => Number((data as { costUsd?: number }).costUsd))
  return used.length === 0 ? (end?.totals.costUsd ?? 0) : used.reduce((sum, cost) => sum + cost, 0)
}
