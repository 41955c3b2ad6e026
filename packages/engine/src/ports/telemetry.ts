import type { Event, SessionId } from '@convene/domain'

/** Where the engine says what it did, for people who operate it. Never throws, never waits. */
export interface Telemetry {
  /** After an append: what became durable. Traces are made from this. */
  recorded(events: readonly Event[]): void
  log(
    level: 'error' | 'warn' | 'info' | 'debug',
    code: string,
    message: string,
    about?: { readonly session?: SessionId; readonly [key: string]: unknown },
  ): void
}

export const silent: Telemetry = { recorded: () => {}, log: () => {} }
