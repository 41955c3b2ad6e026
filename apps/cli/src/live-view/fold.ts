import { clean, cleanLine, createDomain, type EffectKey, type Event, type EventOf, type TaskId } from '@convene/domain'
import { closeDirect, openDirect, textLines } from './direct.ts'
import { closingFacts } from './facts-text.ts'
import { foldHandover, isHandedReport } from './handover.ts'
import { endingOf, noticeOf, openingOf } from './notices.ts'
import { panelNotice } from './panel-notices.ts'
import { assignmentEntry, bestResult, isHeard, roundNotice } from './rounds.ts'
import { speakerOf } from './speakers.ts'
import { answered, begun, foldTool } from './tools.ts'
import type { Entry, Used, View } from './view.ts'

/** The view after something happened, and what is to be printed because of it. */
export type Folded = { readonly view: View; readonly entries: readonly Entry[] }

const domain = createDomain()

/** Folds one append: the session's own fold, what is under way, and what people are told. */
export function foldBatch(view: View, batch: readonly Event[]): Folded {
  const goals = new Set(batch.flatMap((event) => (event.type === 'run.started' ? event.data.takes : [])))
  const entries: Entry[] = []
  let current = view
  for (const event of batch) {
    current = { ...current, session: domain.evolve(current.session, event) }
    if (event.id !== undefined && goals.has(event.id)) continue
    const folded = foldEvent(current, event)
    current = folded.view
    entries.push(...folded.entries)
  }
  return { view: current, entries }
}

/** Folds live text. The only call under way is shown as it comes; several are shown by their last words. */
export function foldDelta(view: View, effect: EffectKey, kind: 'text' | 'reasoning', text: string): Folded {
  const running = view.running.map((each) => (each.effect === effect ? { ...each, [kind]: each[kind] + text } : each))
  const call = running.find((each) => each.effect === effect)
  const next = { ...view, running }
  if (!call || kind === 'reasoning') return { view: next, entries: [] }
  if (view.direct?.effect === effect) return textLines(next, text)
  if (view.direct || running.length > 1 || !isHeard(view.session, call.task)) return { view: next, entries: [] }
  const opened = openDirect(next, call)
  const said = textLines(opened.view, call.text)
  return { view: said.view, entries: [...opened.entries, ...said.entries] }
}

/** Something for people that is not in the log. */
export function foldNotice(view: View, text: string): Folded {
  return tell(view, [{ kind: 'notice', tone: 'plain', text: cleanLine(text) }])
}

function foldEvent(view: View, event: Event): Folded {
  switch (event.type) {
    case 'run.started':
      return { view, entries: [openingOf(view.session)] }
    case 'effect.started':
      return { view: started(view, event), entries: [] }
    case 'task.assigned':
    case 'task.finished': {
      const { view: next, entries } = foldHandover(view, event)
      return tell(next, [...panelNotice(view, event), ...entries])
    }
    case 'tool.called':
    case 'tool.finished':
    case 'artifact':
    case 'artifact.reverted':
      return told(foldTool(view, event))
    case 'permission.answered':
      return tell({ ...view, calls: answered(view.calls, event) }, noticeOf(view, event))
    case 'model.replied':
      return replied(view, event)
    case 'model.failed':
    case 'effect.aborted':
    case 'effect.lost':
      return ended(view, event)
    case 'usage':
      return { view: withUse(view, event), entries: [] }
    case 'message':
      return message(view, event)
    case 'run.finished':
      return tell(view, [...bestEntries(view, event), endingOf(view, event)])
    case 'evaluation':
    case 'progress':
      return tell(view, roundNotice(view, event))
    case 'error':
      return tell({ ...view, lastError: event.data.message }, noticeOf(view, event))
    default:
      return tell(view, [...noticeOf(view, event), ...roundNotice(view, event)])
  }
}

/** A loop that stopped short hands over its best result, which may have been said long ago. */
function bestEntries(view: View, { data }: EventOf<'run.finished'>): readonly Entry[] {
  const text = bestResult(view, data)
  const lead = view.session.run?.team.lead
  if (text === '' || !lead) return []
  return [{ kind: 'heading', speaker: speakerOf(view.session, lead.slug) }, ...linesOf(text)]
}

function started(view: View, event: EventOf<'effect.started'>): View {
  const { task, agent, at, data } = event
  if (data.kind === 'tool') return { ...view, calls: begun(view.calls, event) }
  if (!task || !agent) return view
  const running = [...view.running, { effect: data.effect, task, agent, since: at, text: '', reasoning: '' }]
  return { ...view, running, waiting: view.waiting.filter((each) => each.task !== task) }
}

const without = (view: View, effect: EffectKey): View => ({
  ...view,
  running: view.running.filter((each) => each.effect !== effect),
})

/** A reply that was not shown as it came, or only from its middle on, is shown whole as its message. */
function replied(view: View, { data, task }: EventOf<'model.replied'>): Folded {
  const over = without(view, data.effect)
  const unseen = { ...over, under: over.under?.task === task ? null : over.under }
  if (view.direct?.effect !== data.effect) return { view: unseen, entries: [] }
  const said = view.direct.said
  const rest = data.text.startsWith(said)
    ? textLines(over, data.text.slice(said.length))
    : { view: unseen, entries: [] }
  const closed = closeDirect(rest.view)
  return { view: closed.view, entries: [...rest.entries, ...closed.entries] }
}

function ended(view: View, event: EventOf<'model.failed' | 'effect.aborted' | 'effect.lost'>): Folded {
  const { effect } = event.data
  const calls = view.calls.filter(({ task, call }) => !effect.startsWith(`${task}/${call}/`))
  if (calls.length < view.calls.length) return tell({ ...view, calls }, noticeOf(view, event))
  const closed = view.direct?.effect === effect ? closeDirect(view) : { view, entries: [] }
  const told = tell(waits({ ...without(closed.view, effect), under: null }, event), noticeOf(view, event))
  return { view: told.view, entries: [...closed.entries, ...told.entries] }
}

function waits(view: View, event: Event): View {
  if (event.type !== 'model.failed' || event.data.waitMs === undefined || !event.task || !event.agent) return view
  const { task, agent } = event
  const again = { task, agent, until: event.at + event.data.waitMs, why: event.data.code.replaceAll('_', ' ') }
  return { ...view, waiting: [...view.waiting.filter((each) => each.task !== task), again] }
}

const unused: Used = { ms: 0, tokens: 0, costUsd: 0, unpriced: 0 }

function withUse(view: View, { task, data }: EventOf<'usage'>): View {
  if (!task) return view
  const before = view.used[task] ?? unused
  const used: Used = {
    ms: before.ms + data.ms,
    tokens: before.tokens + data.input + data.output,
    costUsd: before.costUsd + (data.costUsd ?? 0),
    unpriced: before.unpriced + (data.costUsd === null ? 1 : 0),
  }
  return { ...view, used: { ...view.used, [task]: used } }
}

/** What somebody said: whole, unless it was shown as it came. */
function message(view: View, event: EventOf<'message'>): Folded {
  const { data, task } = event
  if (isHandedReport(event)) return { view: { ...view, under: null }, entries: [] }
  if (data.role === 'user' || data.author === 'user')
    return tell(view, [{ kind: 'said', text: clean(data.text), to: data.to ?? null }])
  if (data.kind === 'assignment') return tell(view, [assignmentEntry(view, event)])
  if (data.kind === 'evaluation') return { view: { ...view, used: forget(view, task) }, entries: [] }
  if (data.author === 'convene') return tell(view, [{ kind: 'notice', tone: 'plain', text: clean(data.text) }])
  const speaker = speakerOf(view.session, data.author)
  const closing: Entry = { kind: 'closing', speaker, facts: closingFacts(event, task && view.used[task]) }
  const shown = task !== undefined && view.under?.task === task ? view.under.said : null
  const body =
    shown === null ? [{ kind: 'heading', speaker } as const, ...linesOf(clean(data.text))] : added(data.text, shown)
  return tell({ ...view, under: null, used: forget(view, task) }, [...body, closing])
}

/**
 * What a message has besides the reply that was shown: the program strikes lines that it reads itself, and adds sections
 * that a report lacks. The reply is the same, whatever became of its text.
 */
function added(text: string, shown: string): readonly Entry[] {
  const known = new Set(clean(shown).split('\n').map(bare))
  const lines = linesOf(clean(text))
  const isNew = (entry: Entry | undefined) =>
    entry?.kind === 'line' && entry.text.trim() !== '' && !known.has(bare(entry.text))
  return lines.filter((line, index) => isNew(line) || (isNew(lines[index + 1]) && isNew(lines[index - 1])))
}

const bare = (line: string): string =>
  line
    .replace(/\[m\d+\]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()

function forget(view: View, task: TaskId | undefined): View['used'] {
  return Object.fromEntries(Object.entries(view.used).filter(([id]) => id !== task))
}

const told = ({ view, entries }: Folded): Folded => tell(view, entries)

/** Prints now, or after the answer that is being shown. */
function tell(view: View, entries: readonly Entry[]): Folded {
  if (!view.direct || entries.length === 0) return { view, entries }
  return { view: { ...view, held: [...view.held, ...entries] }, entries: [] }
}

function linesOf(text: string): readonly Entry[] {
  let inCode = false
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const entry = { kind: 'line', text: line, inCode } as const
      if (/^\s*(```|~~~)/u.test(line)) inCode = !inCode
      return entry
    })
}
