import type { Event, EventOf, FactType } from '@convene/domain'
import type { Entry, EntryBody, EntryChange, EntryOf, EntryPlace } from './entry.ts'
import { type Line, sentenceOf } from './line.ts'
import { castOf, type Story } from './story.ts'
import { lineOf } from './words.ts'

/** The story after an event, and the changes to its entries. */
export type StoryChange = { readonly story: Story; readonly changes: readonly EntryChange[] }

/** How each event type becomes an entry. An unlisted type becomes a notice, if its line is for everyone. */
export type Tellers = { readonly [T in FactType]?: (story: Story, event: EventOf<T>) => StoryChange }

type Where = Partial<Pick<EntryPlace, 'key' | 'agent' | 'level'>>

/** What an event shows. The key is the event's own, unless a later event will change the entry. */
export function entryAt({ depths }: Story, event: Event, body: EntryBody, where: Where = {}): Entry {
  return {
    ...body,
    key: where.key ?? `${body.kind}:${event.seq}`,
    seq: event.seq,
    at: event.at,
    agent: where.agent ?? event.agent ?? '',
    task: event.task ?? '',
    depth: depths.get(event.task ?? '') ?? 0,
    level: where.level ?? 'brief',
  }
}

/** The event's line as a notice. Empty if only a log shows it. */
export function noticeOf(story: Story, event: Event, key?: string): readonly EntryChange[] {
  const line = lineOf(event, castOf(story))
  if (line.level === 'log') return []
  const { tone, more, level } = line
  const body = { kind: 'notice', tone, text: sentenceIn(story, line), more } as const
  return [{ put: entryAt(story, event, body, { level, ...(key !== undefined && { key }) }) }]
}

export const sentenceIn = (story: Story, line: Line): string => sentenceOf(line, castOf(story).name)

/** Adds an entry that later events will change. */
export const beginStory = (story: Story, entry: Entry): StoryChange => ({
  story: { ...story, open: new Map(story.open).set(entry.key, entry) },
  changes: [{ put: entry }],
})

type Next<K extends Entry['kind']> = (entry: EntryOf<K>) => EntryOf<K>

/** Changes an open entry. Unknown ones are left alone. */
export function change<K extends Entry['kind']>(story: Story, key: string, kind: K, next: Next<K>): StoryChange {
  const entry = story.open.get(key)
  if (entry?.kind !== kind) return { story, changes: [] }
  return beginStory(story, next(entry as EntryOf<K>) as Entry)
}

/** Changes it for the last time. */
export function finishStory<K extends Entry['kind']>(story: Story, key: string, kind: K, next: Next<K>): StoryChange {
  const { story: changed, changes } = change(story, key, kind, next)
  return changes.length === 0 ? { story, changes } : { story: withoutEntry(changed, key), changes }
}

/** The story once nothing will change this entry any more. */
export function withoutEntry(story: Story, key: string): Story {
  const open = new Map(story.open)
  open.delete(key)
  return { ...story, open }
}

/** Removes an entry that turned out to show nothing. */
export function drop(story: Story, key: string): StoryChange {
  if (!story.open.has(key)) return { story, changes: [] }
  return { story: withoutEntry(story, key), changes: [{ drop: key }] }
}

/** Appends more changes. */
export const and = ({ story, changes }: StoryChange, more: readonly EntryChange[]): StoryChange => ({
  story,
  changes: [...changes, ...more],
})
