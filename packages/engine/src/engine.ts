import type { Command, EffectKey, Event, Refusal, Session, SessionId } from '@convene/domain'
import type { StorageFailure } from './ports/event-log.ts'

/**
 * What a follower receives: durable events in order, append by append, and live text that is never stored. Ballots are
 * sealed until they are counted.
 */
export type Feed = {
  batch(events: readonly Event[]): void
  delta?(effect: EffectKey, kind: 'text' | 'reasoning', text: string): void
  /** What happens cannot be stored right now; it is tried again, and nothing unstored is shown. */
  trouble?(failure: StorageFailure): void
}

/** Where a session goes on now, or why it does not. */
export type Resumption = { readonly where: 'here' | 'elsewhere'; readonly refusal?: Refusal }

/** Makes sessions go. */
export interface Engine {
  /** Resolves when the command's facts are durable, or with the reason why it does nothing. Reaches a session that another process owns, through the log. */
  send(session: SessionId, command: Command): Promise<Refusal | undefined>
  /**
   * Takes the session over and lets it go on, the command first. Where a live process has it already, the command
   * goes there through the log. A `create` command makes the session. Rejects with `Conflict` once the engine is closed.
   */
  resume(session: SessionId, command?: Command): Promise<Resumption>
  /** Resolves when only a person can move the session on: it is final, paused, or asks something. Wherever it runs. */
  rested(session: SessionId): Promise<Session>
  /** The fold of the log, or undefined when there is no such session. */
  state(session: SessionId): Promise<Session | undefined>
  /** Everything after `after`, then what comes; live text behind the event that began its call. Ends when the returned function is called. */
  follow(session: SessionId, after: number, feed: Feed): () => void
  /** A new session whose log begins with this one's, up to the append that holds `at`. It waits, paused or final. */
  fork(session: SessionId, at: number, fork: SessionId): Promise<Refusal | undefined>
  /** How many sessions are in memory. */
  readonly live: number
  /** The sessions in memory: those that this process, and no other, moves on. */
  here(): readonly SessionId[]
  /** Lets go of every session: what runs is aborted, unrecorded, and found lost by whoever opens it next. */
  close(): Promise<void>
}
