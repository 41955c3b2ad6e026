import type { Command, EffectKey, Event, Refusal, Session, SessionId } from '@convene/domain'

/** What a follower receives: durable events in order, append by append, and live text that is never stored. */
export type Feed = {
  batch(events: readonly Event[]): void
  delta?(effect: EffectKey, kind: 'text' | 'reasoning', text: string): void
}

/** Makes sessions go. */
export interface Engine {
  /** Resolves when the command's facts are durable, or with the reason why it does nothing. Reaches a session that another process owns, through the log. */
  send(session: SessionId, command: Command): Promise<Refusal | undefined>
  /** Takes the session over and lets it go on; `elsewhere` when a live process has it already. */
  resume(session: SessionId): Promise<'here' | 'elsewhere'>
  /** Resolves when only a person can move the session on: it is final, paused, or asks something. Wherever it runs. */
  rested(session: SessionId): Promise<Session>
  /** The fold of the log, or undefined when there is no such session. */
  state(session: SessionId): Promise<Session | undefined>
  /** Everything after `after`, then what comes. Ends when the returned function is called. */
  follow(session: SessionId, after: number, feed: Feed): () => void
  /** A new session whose log begins with this one's, up to the append that holds `at`. It waits, paused or final. */
  fork(session: SessionId, at: number, fork: SessionId): Promise<Refusal | undefined>
  /** How many sessions are in memory. */
  readonly live: number
  /** Lets go of every session: what runs is aborted, unrecorded, and found lost by whoever opens it next. */
  close(): Promise<void>
}
