import type { SessionId } from '@convene/domain'

/** While held, this process alone declares the session's effects lost and starts new ones. */
export interface Lease {
  /** False when another process took the session over, because this one seemed dead. */
  held(): Promise<boolean>
  release(): Promise<void>
}

export interface Ownership {
  claim(session: SessionId): Promise<Lease | 'owned elsewhere'>
  /** True while a live process, this one included, holds the session. */
  owned(session: SessionId): Promise<boolean>
}
