import { createDomain, type EffectKey, type Event, type EventOf } from '@convene/domain'
import { isToldElsewhere, tell } from '@convene/reading'
import { applyChange } from './entries.ts'
import { foldRecords } from './fold-records.ts'
import type { Folds, View, Work } from './view.ts'

const domain = createDomain()

const folds: Folds = {
  ...foldRecords,
  'run.started': started,
  'run.state': moved,
  'agent.status': seated,
  'task.assigned': assigned,
  'task.finished': reported,
  message: counted,
  'effect.started': (view, { data }) => {
    if (data.kind === 'model') view.live.set(data.effect, { text: '', reasoning: '' })
  },
  'model.replied': (view, { data }) => void view.live.delete(data.effect),
  'model.failed': (view, { data }) => void view.live.delete(data.effect),
  'effect.aborted': (view, { data }) => void view.live.delete(data.effect),
  'effect.lost': (view, { data }) => void view.live.delete(data.effect),
  'run.finished': (view) => view.live.clear(),
}

/** Folds one event into the session and the view. */
export function foldEvent(view: View, event: Event): void {
  if (event.type === 'run.started') remember(view)
  view.session = domain.evolve(view.session, event)
  foldShown(view, event)
}

/** Folds one event into the view. Changed story entries are added or removed by key. */
export function foldShown(view: View, event: Event): void {
  if (event.batch !== view.append.batch) view.append = { batch: event.batch, after: event.seq - 1 }
  const { story, changes } = tell(view.story, event)
  view.story = story
  if (event.type === 'run.state' && event.data.trigger === 'iterate') view.iteration += 1
  if (!isToldElsewhere(view.session, event)) for (const change of changes) applyChange(view, event, change)
  const fold = folds[event.type] as ((view: View, event: Event) => void) | undefined
  fold?.(view, event)
}

/** A piece of live text that starts at offset `at` of its kind. */
export type Delta = {
  readonly effect: EffectKey
  readonly kind: 'text' | 'reasoning'
  readonly text: string
  readonly at: number
}

/**
 * Folds live text of a running call. Live text is not in the log, so it restarts from the beginning after a reconnect.
 * A piece after a gap is not shown: the missing text comes with the restart or the reply.
 */
export function foldDelta(view: View, { effect, kind, text, at }: Delta): void {
  const before = view.live.get(effect)
  if (!before || at > before[kind].length) return
  view.live.set(effect, { ...before, [kind]: before[kind].slice(0, at) + text })
}

/** Keeps what is known about a run for its result page, because the next run replaces it. */
function remember(view: View): void {
  const { run } = view.session
  if (run) view.past = [...view.past, run]
}

function started(view: View): void {
  view.phases = []
  view.iteration = 1
  view.stoppedAfter = null
}

function moved(view: View, event: EventOf<'run.state'>): void {
  view.phases = [...view.phases, { phase: event.data.to, at: event.at }]
  if (event.data.to === 'cancelled') view.stoppedAfter = view.append.after
}

const blank = { hasFailed: false, messages: 0 } as const

/** Adds an agent on its first event. */
function seated(view: View, { agent }: EventOf<'agent.status'>): void {
  if (agent && !view.agents[agent]) view.agents = { ...view.agents, [agent]: blank }
}

function judged(view: View, agent: string, hasFailed: boolean): void {
  const before = view.agents[agent] ?? blank
  if (before.hasFailed !== hasFailed) view.agents = { ...view.agents, [agent]: { ...before, hasFailed } }
}

function counted(view: View, { data }: EventOf<'message'>): void {
  const agent = view.agents[data.author]
  if (!agent) return
  view.agents = { ...view.agents, [data.author]: { ...agent, messages: agent.messages + 1 } }
}

function assigned(view: View, { at, task, agent, parent, data }: EventOf<'task.assigned'>): void {
  if (!task || !agent) return
  const { from, kind, description } = data
  const none = { state: 'open', until: null, tokens: 0, toolCalls: 0 } as const
  const work: Work = { ...none, id: task, parent: parent ?? '', agent, from, kind, description, since: at }
  view.work.set(task, work)
  judged(view, agent, false)
}

function reported(view: View, { at, task, data }: EventOf<'task.finished'>): void {
  const work = task && view.work.get(task)
  if (!work) return
  const { ok, tokens, toolCalls } = data
  view.work.set(work.id, { ...work, state: ok ? 'done' : 'failed', until: at, tokens, toolCalls })
  judged(view, work.agent, !ok)
}
