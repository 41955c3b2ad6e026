import type { Event } from '@convene/domain'
import type { EntryChange, Entry as StoryEntry } from '@convene/reading'
import { oneLine } from '../../ui/text/neutral.ts'
import { bandOf } from './bands.ts'
import { newsOf } from './news.ts'
import type { Entry, View } from './view.ts'

/** Adds or removes the entries an event has changed in the story. The page only adds their band. */
export function applyChange(view: View, event: Event, change: EntryChange): void {
  if ('drop' in change) {
    dropEntry(view, event, change.drop)
    return
  }
  view.news = newsOf(view, change.put) ?? view.news
  if (isForThePage(change.put)) putEntry(view, event, change.put)
}

/** Hides entries shown elsewhere: rounds are band titles, and pending requests are in the dock. */
function isForThePage(entry: StoryEntry): boolean {
  if (entry.kind === 'question') return entry.gate === null
  if (entry.kind === 'notice') return entry.tone !== 'asked' || !entry.key.startsWith('ask:')
  return entry.kind !== 'round'
}

function putEntry(view: View, event: Event, entry: StoryEntry): void {
  const before = view.entries.get(entry.key)
  const band = before?.band ?? bandOf(view, event)
  view.entries.set(entry.key, { ...inOneLine(entry), band } as Entry)
  if (!before) view.order.push(entry.key)
  if (!before || before.level !== entry.level) view.isReordered = true
}

/** Names, titles and notices are reduced to one line, because their text is untrusted. */
function inOneLine(entry: StoryEntry): StoryEntry {
  switch (entry.kind) {
    case 'notice':
    case 'question':
    case 'scored':
      return { ...entry, text: oneLine(entry.text) }
    case 'tool':
      return { ...entry, tool: oneLine(entry.tool), target: oneLine(entry.target) }
    case 'change':
      return { ...entry, title: oneLine(entry.title) }
    case 'opening':
      return { ...entry, team: oneLine(entry.team) }
    default:
      return entry
  }
}

/** Keeps the live text of a call that was cut off. Text lost with the process is dropped, as after a reload. */
function dropEntry(view: View, event: Event, key: string): void {
  const entry = view.entries.get(key)
  if (!entry) return
  const text = entry.kind === 'said' && entry.effect ? (view.live.get(entry.effect)?.text ?? '') : ''
  const isCut = event.type !== 'effect.lost' && event.type !== 'model.replied' && text.trim() !== ''
  if (isCut && entry.kind === 'said') {
    view.entries.set(key, { ...entry, stage: 'cut', text, incomplete: true })
    return
  }
  view.entries.delete(key)
  // It is among the newest, so the search starts at the end.
  view.order.splice(view.order.lastIndexOf(key), 1)
  view.isReordered = true
}
