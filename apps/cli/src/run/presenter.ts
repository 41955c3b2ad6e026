import type { EffectKey, Event, Session } from '@convene/domain'

/** Shows a run to whoever started it, in one of several ways. */
export type Presenter = {
  events(batch: readonly Event[]): void
  delta(effect: EffectKey, kind: 'text' | 'reasoning', text: string): void
  /** One line for people about something that is not in the log. */
  notice(text: string): void
  /** After the last event: how it rests now. */
  end(state: Session | undefined): void
}
