import type { Event } from '@convene/domain'
import type { Entry } from './entry.ts'
import { emptyStory } from './story.ts'
import { tell } from './tell.ts'

/** A whole log as entries in their final state, in the order of the events that completed them. */
export function entriesOf(events: readonly Event[]): readonly Entry[] {
  const entries = new Map<string, Entry>()
  let story = emptyStory
  for (const event of events) {
    const told = tell(story, event)
    story = told.story
    for (const change of told.changes)
      if ('put' in change) entries.set(change.put.key, change.put)
      else entries.delete(change.drop)
  }
  return [...entries.values()].sort((one, other) => one.seq - other.seq)
}
