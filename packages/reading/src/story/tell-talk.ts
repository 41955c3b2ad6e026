import { type Event, type EventOf, isBallot, isCaller, PROHIBITED, WITHHELD } from '@convene/domain'
import { claimMarks } from './claim-marks.ts'
import type { EntryPictures, SpokenBody, Used } from './entry.ts'
import { lookOf, messageVoice } from './message-looks.ts'
import type { Story } from './story.ts'
import {
  and,
  beginStory,
  change,
  drop,
  entryAt,
  finishStory,
  noticeOf,
  type StoryChange,
  type Tellers,
  withoutEntry,
} from './story-change.ts'

/** What is said: model calls from their first word to the message they become, and thinking. */
export const tellTalk: Tellers = {
  'effect.started': started,
  'model.replied': replied,
  'model.failed': cutOff,
  'effect.aborted': cutOff,
  'effect.lost': cutOff,
  usage: used,
  message,
  moderation: ruled,
  commentary: (story, event) => ({
    story,
    changes: [{ put: entryAt(story, event, { kind: 'thought', text: event.data.text }, { level: 'full' }) }],
  }),
}

/** The number of an event whose texts were shortened on the way here. */
export const cutAt = (event: Event & { readonly cut?: true }): number | null => (event.cut ? event.seq : null)

export const picturesOf = ({ seq, data }: EventOf<'message' | 'tool.finished'>): EntryPictures | null =>
  data.images?.length ? { seq, images: data.images } : null

const said: SpokenBody = {
  kind: 'said',
  effect: null,
  stage: 'message',
  id: null,
  author: '',
  person: null,
  messageKind: 'answer',
  role: 'member',
  voice: 'agent',
  rank: 'talk',
  word: '',
  hasPosition: false,
  text: '',
  to: null,
  round: null,
  incomplete: false,
  rehearsal: false,
  used: null,
  model: '',
  pictures: null,
  marks: [],
  cut: null,
}

function started(story: Story, event: EventOf<'effect.started'>): StoryChange {
  const { effect, kind, model = '', call } = event.data
  if (kind === 'tool')
    return change(story, `tool:${event.task}/${call}`, 'tool', (entry) => ({
      ...entry,
      state: 'running',
      since: event.at,
    }))
  const body = { ...said, effect, stage: 'live', model, author: event.agent ?? '' } as const
  return beginStory(forgetSaid(story, event.task), entryAt(story, event, body, { key: `say:${effect}` }))
}

/** Only a task's newest reply can become its message. */
function forgetSaid(story: Story, task: string | undefined): Story {
  const key = repliedIn(story, task)
  return key === undefined ? story : withoutEntry(story, key)
}

function repliedIn({ open }: Story, task: string | undefined): string | undefined {
  for (const entry of open.values())
    if (entry.kind === 'said' && entry.stage === 'replied' && entry.task === task) return entry.key
  return undefined
}

/**
 * A reply with only tool calls says nothing, and a secret vote's or a withheld one must not be shown. One with text
 * stays, and becomes the task's message if that follows.
 */
function replied(story: Story, event: EventOf<'model.replied'>): StoryChange {
  const { effect, text, calls } = event.data
  const key = `say:${effect}`
  if (text.trim() === '' || text === WITHHELD || isBallot(effect)) return drop(story, key)
  const level = calls.length > 0 ? 'detailed' : 'brief'
  return change(story, key, 'said', (entry) => ({ ...entry, stage: 'replied', text, level, cut: cutAt(event) }))
}

/** Blocked for what was said on the way to it: the last reply is not shown either. */
function ruled(story: Story, event: EventOf<'moderation'>): StoryChange {
  const key = event.data.rule === PROHIBITED ? repliedIn(story, event.task) : undefined
  const gone = key === undefined ? { story, changes: [] } : drop(story, key)
  return and(gone, noticeOf(story, event))
}

function cutOff(story: Story, event: EventOf<'model.failed' | 'effect.aborted' | 'effect.lost'>): StoryChange {
  const { effect } = event.data
  const tool = `tool:${effect.replace(/\/run\.\d+$/u, '')}`
  const unknown = finishStory(story, tool, 'tool', (entry) => ({ ...entry, state: 'unknown' }))
  const text = 'partial' in event.data ? (event.data.partial ?? '') : ''
  const key = `say:${effect}`
  const ended =
    text.trim() === '' || text === WITHHELD || isBallot(effect)
      ? drop(unknown.story, key)
      : finishStory(unknown.story, key, 'said', (entry) => ({
          ...entry,
          stage: 'cut',
          text,
          incomplete: true,
          level: 'detailed',
        }))
  return { story: ended.story, changes: [...unknown.changes, ...ended.changes, ...noticeOf(story, event)] }
}

const unused: Used = { ms: 0, tokens: 0, costUsd: 0, unpriced: 0 }

function used(story: Story, { task, data }: EventOf<'usage'>): StoryChange {
  if (!task) return { story, changes: [] }
  const before = story.used.get(task) ?? unused
  const sum: Used = {
    ms: before.ms + data.ms,
    tokens: before.tokens + data.input + data.output,
    costUsd: before.costUsd + (data.costUsd ?? 0),
    unpriced: before.unpriced + (data.costUsd === null ? 1 : 0),
  }
  return { story: { ...story, used: new Map(story.used).set(task, sum) }, changes: [] }
}

function message(story: Story, event: EventOf<'message'>): StoryChange {
  const { author, role, kind, text, to = null, round = null, incomplete = false, rehearsal = false } = event.data
  const task = event.task ?? ''
  const body = {
    seq: event.seq,
    at: event.at,
    stage: 'message',
    id: event.id ?? null,
    author,
    person: speakerOf(event),
    messageKind: kind,
    role,
    voice: messageVoice(author, role),
    ...lookIn(event),
    text,
    to,
    round,
    incomplete,
    rehearsal,
    used: story.used.get(task) ?? null,
    pictures: picturesOf(event),
    marks: claimMarks(event.data.claims),
    cut: cutAt(event),
  } as const
  const rest = new Map(story.used)
  rest.delete(task)
  const next = { ...story, used: rest }
  const key = role === 'user' || task === '' ? undefined : repliedIn(story, task)
  if (key !== undefined && story.open.get(key)?.agent === author)
    return finishStory(next, key, 'said', (entry) => ({ ...entry, ...body, level: 'brief' }))
  const agent = body.voice === 'agent' ? author : ''
  const model = story.seats.get(author)?.model ?? ''
  const put = entryAt(story, event, { ...said, ...body, model }, { agent, key: `message:${event.id}` })
  return { story: next, changes: [{ put }] }
}

/** A report to the agent that handed the work over is shown with the end of that work. */
function lookIn({
  data: { kind },
  parent = '',
}: EventOf<'message'>): Pick<SpokenBody, 'rank' | 'word' | 'hasPosition'> {
  const { rank, word, hasPosition = false } = lookOf(kind)
  const isHanded = kind === 'report' && parent.includes('/')
  return { rank: isHanded ? 'repeated' : rank, word, hasPosition }
}

/** Who said it, if it was not the only user: one of several, or a program, which never passes for its owner. */
function speakerOf({ person, data: { author } }: EventOf<'message'>): string | null {
  if (!isCaller(author)) return person?.name ?? null
  return person ? `${author} for ${person.name}` : author
}
