import { type Event, whyUnreadable } from '@convene/domain'
import { StorageFailure } from './event-log.ts'

/** Every log calls this before it stores anything: a session with one such event could never be opened again. */
export function refuseUnreadable(events: readonly Event[]): void {
  for (const event of events) {
    const why = whyUnreadable(event)
    if (why === undefined) continue
    const sentence = `This could not be read again, so it was not stored (${why}). Please report it as a bug.`
    throw new StorageFailure('invalid_event', sentence)
  }
}
