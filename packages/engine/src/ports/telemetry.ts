import type { Event, Session, SessionId } from '@convene/domain'

/** Where the engine reports what it did, for operators. Never throws, never waits. */
export interface Telemetry {
  /** Called after an append with the durable events. Traces are built from this. */
  recorded(events: readonly Event[]): void
  /** Called before anything else when this process takes over a session, with the session's state from the log. */
  opened?(session: Session): void
  log(
    level: 'error' | 'warn' | 'info' | 'debug',
    code: string,
    message: string,
    about?: { readonly session?: SessionId; readonly [key: string]: unknown },
  ): void
}

export const silentTelemetry: Telemetry = { recorded: () => {}, log: () => {} }
