import { type Event, type EventOf, isBallot, seatOf } from '@convene/domain'
import { addEntry, cutAt, picturesOf, removeEntry, replaceEntry } from './entries.ts'
import type { Folds } from './folds.ts'
import { noticeOf } from './notices.ts'
import type { Level, Notice, Said, Used, View } from './view.ts'

const unused: Used = { ms: 0, tokens: 0, costUsd: 0, unpriced: 0 }

/** What is said: calls to models from their first word to the message they become, and thoughts. */
export const foldTalk: Folds = {
  'effect.started': started,
  'model.replied': replied,
  'model.failed': ended,
  'effect.aborted': ended,
  'effect.lost': ended,
  usage: used,
  message,
  commentary: (view, event) => addEntry(view, event, { kind: 'thought', text: event.data.text }, { level: 'full' }),
}

/** Everything else, in words where people should know. */
export function tell(view: View, event: Event): void {
  for (const notice of noticeOf(view, event)) addEntry(view, event, notice, { level: levelOf(event, notice) })
}

const levelOf = (event: Event, { tone }: Notice): Level => {
  if (event.type === 'compaction') return 'full'
  return tone === 'plain' ? 'detailed' : 'brief'
}

const said: Said = {
  kind: 'said',
  effect: null,
  stage: 'message',
  id: null,
  messageKind: 'answer',
  role: 'member',
  text: '',
  to: null,
  round: null,
  incomplete: false,
  rehearsal: false,
  used: null,
  model: '',
  pictures: null,
  cut: null,
}

function started(view: View, event: EventOf<'effect.started'>): void {
  const { effect, kind, model, call } = event.data
  if (kind === 'tool') {
    const key = `tool:${event.task}/${call}`
    replaceEntry(view, key, 'tool', (entry) => ({ ...entry, state: 'running', since: event.at }))
    return
  }
  view.live.set(effect, { text: '', reasoning: '' })
  addEntry(
    view,
    event,
    { ...said, effect, stage: 'live', model: model ?? '' },
    { key: `say:${effect}`, level: 'brief' },
  )
}

/**
 * A reply that only calls tools says nothing, and that of a secret vote nothing that may be shown. One with text stays, and
 * becomes the task's message if that follows.
 */
function replied(view: View, event: EventOf<'model.replied'>): void {
  const { data } = event
  const cut = cutAt(event)
  view.live.delete(data.effect)
  const key = `say:${data.effect}`
  const level = data.calls.length > 0 ? 'detailed' : 'brief'
  if (data.text.trim() === '' || isBallot(data.effect)) removeEntry(view, key)
  else replaceEntry(view, key, 'said', (entry) => ({ ...entry, stage: 'replied', text: data.text, level, cut }))
}

function ended(view: View, event: EventOf<'model.failed' | 'effect.aborted' | 'effect.lost'>): void {
  const { effect } = event.data
  const tool = `tool:${effect.replace(/\/run\.\d+$/u, '')}`
  replaceEntry(view, tool, 'tool', (entry) => ({ ...entry, state: 'unknown' }))
  const partial = 'partial' in event.data ? (event.data.partial ?? '') : ''
  // Of what the program had when it died the log knows nothing: after a reload it would not be there either.
  const text = partial || (event.type === 'effect.lost' ? '' : (view.live.get(effect)?.text ?? ''))
  view.live.delete(effect)
  if (text.trim() === '') removeEntry(view, `say:${effect}`)
  else
    replaceEntry(view, `say:${effect}`, 'said', (entry) => ({
      ...entry,
      stage: 'cut',
      text,
      incomplete: true,
      level: 'detailed',
    }))
  for (const notice of noticeOf(view, event)) addEntry(view, event, notice, { level: 'detailed' })
}

function used(view: View, { task, data }: EventOf<'usage'>): void {
  if (!task) return
  const before = view.used.get(task) ?? unused
  view.used.set(task, {
    ms: before.ms + data.ms,
    tokens: before.tokens + data.input + data.output,
    costUsd: before.costUsd + (data.costUsd ?? 0),
    unpriced: before.unpriced + (data.costUsd === null ? 1 : 0),
  })
}

function message(view: View, event: EventOf<'message'>): void {
  const { author, role, kind, text, to, round, incomplete, rehearsal } = event.data
  const body = {
    stage: 'message',
    id: event.id ?? null,
    messageKind: kind,
    role,
    text,
    to: to ?? null,
    round: round ?? null,
    incomplete: incomplete ?? false,
    rehearsal: rehearsal ?? false,
    used: event.task ? (view.used.get(event.task) ?? null) : null,
    pictures: picturesOf(event),
    cut: cutAt(event),
  } as const
  if (event.task) view.used.delete(event.task)
  counted(view, author, event.id)
  const key = spoken(view, event)
  if (key && replaceEntry(view, key, 'said', (entry) => ({ ...entry, ...body, level: 'brief' }))) return
  const model = view.session.run ? (seatOf(view.session.run, author)?.model ?? '') : ''
  const agent = role === 'user' || author === 'convene' ? '' : author
  addEntry(view, event, { ...said, ...body, model }, { agent, key: `message:${event.id}`, level: 'brief' })
}

/** The reply that this message is: the newest one of its task, if it is no message yet. */
function spoken(view: View, event: EventOf<'message'>): string | null {
  if (!event.task || event.data.role === 'user') return null
  for (let index = view.order.length - 1; index >= Math.max(0, view.order.length - 64); index -= 1) {
    const entry = view.entries.get(view.order[index] ?? '')
    if (entry?.kind !== 'said' || entry.task !== event.task) continue
    return entry.stage === 'replied' && entry.agent === event.data.author ? entry.key : null
  }
  return null
}

function counted(view: View, author: string, id: string | undefined): void {
  const agent = view.agents[author]
  if (agent)
    view.agents = { ...view.agents, [author]: { ...agent, messages: agent.messages + 1, lastMessage: id ?? null } }
}
