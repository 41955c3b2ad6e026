import type { Command, EffectKey, Event, Refusal, Session, SessionId } from '@convene/domain'
import type { StorageFailure } from './ports/event-log.ts'
import type { Changed } from './session/fork.ts'

/**
 * What a follower receives: durable events in order, append by append, and live text that is never stored. Ballots are
 * sealed until they are counted.
 */
export type EngineFeed = {
  batch(events: readonly Event[]): void
  delta?(effect: EffectKey, kind: 'text' | 'reasoning', text: string): void
  /** Events cannot be stored right now. The engine retries, and nothing unstored is shown. */
  trouble?(failure: StorageFailure): void
}

/** Where a session continues, or why it does not. */
export type Resumption = { readonly where: 'here' | 'elsewhere'; readonly refusal?: Refusal }

/** Runs sessions. */
export interface Engine {
  /**
   * Resolves when the command's facts are durable, or with the reason for a refusal. Reaches a session owned by another
   * process through the log.
   */
  send(session: SessionId, command: Command): Promise<Refusal | undefined>
  /**
   * Why the sender may not give this command, if there is a reason. For irreversible preparations before a command is
   * sent, such as changing files.
   */
  refuses(session: SessionId, command: Command): Promise<Refusal | undefined>
  /**
   * Takes over the session and continues it, starting with the command. If a live process already owns it, the command
   * is sent there through the log. A `create` command creates the session. Rejects with `Conflict` once the engine
   * drains or is closed.
   */
  resume(session: SessionId, command?: Command): Promise<Resumption>
  /** Resolves when only the user can move the session forward: final, paused, or asking. Works wherever it runs. */
  rested(session: SessionId): Promise<Session>
  /** The fold of the log, or undefined if there is no such session. */
  state(session: SessionId): Promise<Session | undefined>
  /**
   * Everything after `after`, then new events, with live text after the event that began its call. Ends when the
   * returned function is called.
   */
  follow(session: SessionId, after: number, feed: EngineFeed): () => void
  /**
   * A new session whose log starts with this one's, up to the append that contains `at`. It waits, paused or final. A
   * change is recorded with its title.
   */
  fork(session: SessionId, at: number, fork: SessionId, changed?: Changed): Promise<Refusal | undefined>
  /** How many sessions are in memory. */
  readonly live: number
  /** The sessions in memory: only this process drives them. */
  here(): readonly SessionId[]
  /**
   * Closes without repeating work: starts no effects, lets running calls end and records their results, and releases
   * each session as soon as it is idle, so that another process can continue it. Calls still running after `graceMs`
   * are cut off. Commands to sessions in memory are still stored.
   */
  drain(graceMs: number): Promise<void>
  /** Releases every session: running work is aborted without a record, and declared lost on the next opening. */
  close(): Promise<void>
}
