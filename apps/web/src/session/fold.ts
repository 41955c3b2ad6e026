import { createDomain, type EffectKey, type Event, type EventOf, teamText } from '@convene/domain'
import { oneLine } from '../text/neutral.ts'
import { addEntry, closeLive, replaceEntry } from './entries.ts'
import { foldModes } from './fold-mode.ts'
import { foldTalk, tell } from './fold-talk.ts'
import { foldTools } from './fold-tools.ts'
import type { Folds } from './folds.ts'
import { noticeOf } from './notices.ts'
import type { View, Work } from './view.ts'

const domain = createDomain()

const folds: Folds = {
  ...foldTalk,
  ...foldTools,
  ...foldModes,
  'run.started': started,
  'run.state': moved,
  'run.finished': finished,
  'agent.status': seated,
  'task.assigned': assigned,
  'task.finished': reported,
}

/** Files one event: in the session, by the domain's own fold, and in what people look at. */
export function foldEvent(view: View, event: Event): void {
  view.session = domain.evolve(view.session, event)
  foldShown(view, event)
}

/** Files one event in what people look at. */
export function foldShown(view: View, event: Event): void {
  const fold = (folds[event.type] ?? tell) as (view: View, event: Event) => void
  fold(view, event)
}

/** A piece of live text; it begins at `at` of its kind. */
export type Delta = {
  readonly effect: EffectKey
  readonly kind: 'text' | 'reasoning'
  readonly text: string
  readonly at: number
}

/**
 * Live text of a call under way. It is in no log: after a reconnect it comes again from its beginning. A piece behind a gap
 * is not shown: what stood before it comes with the next beginning, or with the reply.
 */
export function foldDelta(view: View, { effect, kind, text, at }: Delta): void {
  const before = view.live.get(effect)
  if (!before || at > before[kind].length) return
  view.live.set(effect, { ...before, [kind]: before[kind].slice(0, at) + text })
}

function started(view: View, event: EventOf<'run.started'>): void {
  const { number, mode, goal, team } = event.data
  view.runs = [...view.runs, { number, mode, goal, at: event.at }]
  view.phases = []
  view.iteration = 1
  view.positions = []
  view.scores = []
  view.plan = null
  view.progress = null
  addEntry(view, event, { kind: 'opening', run: number, mode, goal, team: oneLine(teamText(team)) }, { level: 'brief' })
}

function moved(view: View, event: EventOf<'run.state'>): void {
  const { from, to, trigger, reason } = event.data
  if (trigger === 'iterate') view.iteration += 1
  view.phases = [...view.phases, { phase: to, at: event.at }]
  if (from !== to && to !== 'idle')
    addEntry(view, event, { kind: 'moved', from, to, reason: reason ?? '' }, { level: 'full' })
  for (const each of noticeOf(view, event)) addEntry(view, event, each, { level: 'brief' })
}

function finished(view: View, event: EventOf<'run.finished'>): void {
  const { state, reason, summary, totals } = event.data
  closeLive(view)
  addEntry(view, event, { kind: 'ending', state, reason, summary, totals }, { level: 'brief' })
}

const blank = { hasFailed: false, messages: 0, lastMessage: null } as const

/** Everybody is known from the first word about them. */
function seated(view: View, { agent }: EventOf<'agent.status'>): void {
  if (agent && !view.agents[agent]) view.agents = { ...view.agents, [agent]: blank }
}

function judged(view: View, agent: string, hasFailed: boolean): void {
  const before = view.agents[agent] ?? blank
  if (before.hasFailed !== hasFailed) view.agents = { ...view.agents, [agent]: { ...before, hasFailed } }
}

function assigned(view: View, event: EventOf<'task.assigned'>): void {
  const { task, agent, parent, data } = event
  if (!task || !agent) return
  const work: Work = {
    id: task,
    parent: parent ?? '',
    agent,
    from: data.from,
    heading: data.heading,
    description: data.description,
    state: 'open',
    since: event.at,
    until: null,
    tokens: 0,
    toolCalls: 0,
  }
  view.work.set(task, work)
  judged(view, agent, false)
  if (!data.via || data.via === 'compaction' || data.decision !== undefined) return
  const { to, from, description } = data
  const body = { kind: 'handover', to, from, description, state: 'open', report: '' } as const
  addEntry(view, event, body, { key: `work:${task}`, agent: from, level: 'detailed' })
}

function reported(view: View, event: EventOf<'task.finished'>): void {
  const work = event.task && view.work.get(event.task)
  if (!work) return
  const { ok, report, tokens, toolCalls, error } = event.data
  const state = ok ? 'done' : 'failed'
  view.work.set(work.id, { ...work, state, until: event.at, tokens, toolCalls })
  judged(view, work.agent, !ok)
  const text = ok ? report : (error?.message ?? report)
  replaceEntry(view, `work:${work.id}`, 'handover', (entry) => ({ ...entry, state, report: text }))
  if (!ok && error)
    addEntry(view, event, { kind: 'notice', tone: 'bad', text: error.message, detail: '' }, { level: 'detailed' })
}
