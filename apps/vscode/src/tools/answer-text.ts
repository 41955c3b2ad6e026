import type { Event } from '@convene/domain'
import { answerOf } from '@convene/reading'

/** A team's answer for the editor. In a separate file, so that the code that reads answers loads only after a run. */
export function answerText(session: string, events: readonly Event[]): string | undefined {
  const end = events.find((event) => event.type === 'run.finished')
  const started = events.find((event) => event.type === 'run.started')
  if (!end) return undefined
  // The summary of a run only refers to messages.
  const answer = answerOf(started && { run: started.data }, events) || end.data.summary
  return `${answer}\n\n(session ${session}, ${end.data.state})`
}
