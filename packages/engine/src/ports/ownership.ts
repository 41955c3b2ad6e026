import type { SessionId } from '@convene/domain'

/** While it is held, only this process declares the session's effects lost and starts new ones. */
export interface Lease {
  /** False if another process took over the session because this one seemed dead. */
  held(): Promise<boolean>
  release(): Promise<void>
}

export interface Ownership {
  /** `even if full`: for a brief change, even in a process that does not work on sessions. */
  claim(session: SessionId, when?: 'even if full'): Promise<Lease | 'owned elsewhere'>
  /** True while a live process, including this one, holds the session. */
  owned(session: SessionId): Promise<boolean>
}
