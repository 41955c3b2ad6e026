import type { EffectKey, Event, Session } from '@convene/domain'

/** For a user who has pressed Ctrl-C and is waiting. */
export const leavingText = 'Pausing: calls in progress may finish. Press Ctrl-C again to leave at once.'

/** Shows a run to the user who started it, in one of several ways. */
export type Presenter = {
  events(batch: readonly Event[]): void
  delta(effect: EffectKey, kind: 'text' | 'reasoning', text: string): void
  /** One line for people about something that is not in the log. */
  notice(text: string): void
  /** The user wants to leave: the run is paused, and calls in progress may finish. */
  leaving(): void
  /** Whether it asks the user directly what the run is waiting for. */
  readonly asks?: boolean
  /** Called after the last event, with the session's final state. */
  end(state: Session | undefined): void
}
