import { countText, durationText, type EventOf, isInner, plainOutput } from '@convene/domain'
import { claimMarks } from './claim-marks.ts'
import type { ToolUse } from './entry.ts'
import { castOf, type Story } from './story.ts'
import {
  and,
  beginStory,
  change,
  entryAt,
  finishStory,
  noticeOf,
  type StoryChange,
  sentenceIn,
  type Tellers,
} from './story-change.ts'
import { cutAt, picturesOf } from './tell-talk.ts'
import { roundText } from './vocabulary.ts'
import { lineOf } from './words.ts'
import { targetText, withGrants } from './words-work.ts'

/** What agents do: delegated work, tools, file changes, and what they ask the user. */
export const tellWork: Tellers = {
  'task.assigned': assigned,
  'task.finished': finished,
  'tool.called': called,
  'tool.finished': returned,
  artifact: made,
  'permission.asked': (story, event) => {
    const { ask, call } = event.data
    const asking = { ...story, asks: new Map(story.asks).set(ask, event.data) }
    return and(
      change(asking, `tool:${event.task}/${call}`, 'tool', (entry) => ({ ...entry, state: 'asked' })),
      noticeOf(story, event, `ask:${ask}`),
    )
  },
  'permission.answered': (story, event) => {
    const { ask, answer } = event.data
    const state = answer === 'deny' ? 'denied' : 'wanted'
    const call = ask.replace(/\/ask$/u, '')
    const asks = new Map(story.asks)
    asks.delete(ask)
    return and(
      change({ ...story, asks }, `tool:${call}`, 'tool', (entry) => ({ ...entry, state })),
      noticeOf(story, withGrants(event, story.asks.get(ask)), `ask:${ask}`),
    )
  },
  'question.asked': asked,
}

const handedBy: readonly (string | undefined)[] = ['task', 'delegateWork']

function assigned(story: Story, event: EventOf<'task.assigned'>): StoryChange {
  const { task = '', parent = '', data } = event
  const { via, to, from, description, background = false } = data
  const depth = via === undefined || via === 'decision' ? 0 : (story.depths.get(parent) ?? -1) + 1
  const next = { ...story, depths: new Map(story.depths).set(task, depth) }
  if (!handedBy.includes(via)) return newRound(next, event)
  const text = sentenceIn(story, { ...lineOf(event, castOf(story)), body: '' })
  const open = { state: 'open', report: '', marks: [], facts: [] } as const
  const body = { kind: 'handover', text, to, from, description, background, ...open } as const
  return beginStory(next, entryAt(next, event, body, { key: `work:${task}`, agent: from, level: 'detailed' }))
}

/** A round begins with its first speaker. */
function newRound(story: Story, event: EventOf<'task.assigned'>): StoryChange {
  const round = Number(/(?:^|\/)round(\d+)(?:\/|$)/u.exec(event.task ?? '')?.[1] ?? 0)
  if (event.data.kind !== 'contribute' || round <= story.round) return { story, changes: [] }
  const text = roundText(round)
  const entry = entryAt(story, event, { kind: 'round', round, text }, { key: `round:${event.run}/${round}`, agent: '' })
  return { story: { ...story, round }, changes: [{ put: entry }] }
}

function finished(story: Story, event: EventOf<'task.finished'>): StoryChange {
  const { data } = event
  const task: string = event.task ?? ''
  const { ok, report, error, ms, toolCalls, incomplete, claims } = data
  const depths = new Map<string, number>(story.depths)
  depths.delete(task)
  const facts = [
    durationText(ms),
    ...(toolCalls > 0 ? [countText(toolCalls, 'tool call')] : []),
    ...(incomplete ? ['incomplete'] : []),
  ]
  const text = ok ? report : (error?.message ?? 'No report')
  const state = ok ? 'done' : 'failed'
  const marks = claimMarks(claims)
  return finishStory({ ...story, depths }, `work:${task}`, 'handover', (entry) => ({
    ...entry,
    ...{ state, report: text, facts, marks },
  }))
}

/** What the session does itself is shown as delegated work, a question or a vote, and not as a tool. */
function called(story: Story, event: EventOf<'tool.called'>): StoryChange {
  const { call, tool, input } = event.data
  if (isInner(tool)) return { story, changes: [] }
  const body: ToolUse = {
    kind: 'tool',
    call,
    tool,
    target: targetText(story.workspace, event.data),
    input,
    state: 'wanted',
    output: '',
    truncated: false,
    pictures: null,
    cut: null,
    ms: null,
    since: event.at,
  }
  return beginStory(story, entryAt(story, event, body, { key: `tool:${event.task}/${call}`, level: 'detailed' }))
}

function returned(story: Story, event: EventOf<'tool.finished'>): StoryChange {
  const { call, ok, output, ms, truncated = false } = event.data
  const key = `tool:${event.task}/${call}`
  if (!story.open.has(key)) return { story, changes: ok ? [] : noticeOf(story, event) }
  const rest = { output: plainOutput(output), ms, truncated, pictures: picturesOf(event), cut: cutAt(event) }
  const state = (before: ToolUse['state']) => (ok ? 'done' : before === 'denied' ? 'denied' : 'failed')
  return finishStory(story, key, 'tool', (entry) => ({ ...entry, ...rest, state: state(entry.state) }))
}

function made(story: Story, event: EventOf<'artifact'>): StoryChange {
  const { id, kind, title, text = '' } = event.data
  if (kind !== 'diff') return { story, changes: noticeOf(story, event) }
  const body = { kind: 'change', artifact: id, title, ...changedLinesIn(text), diff: text } as const
  return { story, changes: [{ put: entryAt(story, event, body, { level: 'detailed' }) }] }
}

/** How many lines a diff adds and removes. */
export function changedLinesIn(diff: string): { readonly added: number; readonly removed: number } {
  let added = 0
  let removed = 0
  for (const line of diff.split('\n')) {
    if (line.startsWith('+') && !line.startsWith('+++')) added += 1
    if (line.startsWith('-') && !line.startsWith('---')) removed += 1
  }
  return { added, removed }
}

function asked(story: Story, event: EventOf<'question.asked'>): StoryChange {
  const { question, options, gate, text = '', turn } = event.data
  if (turn) return { story, changes: noticeOf(story, event) }
  const sentence = sentenceIn(story, lineOf(event, castOf(story)))
  const body = { kind: 'question', text: sentence, question, options, gate: gate ? text : null } as const
  return { story, changes: [{ put: entryAt(story, event, body) }] }
}
