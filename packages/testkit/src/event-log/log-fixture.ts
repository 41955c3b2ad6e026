import type { EventLog } from '@convene/engine'

/** Two processes' views of one log. `reopened` is the view of a process that starts after this one has ended. */
export type LogFixture = {
  readonly log: EventLog
  readonly other: EventLog
  reopened(): Promise<EventLog>
  close(): Promise<void>
}
