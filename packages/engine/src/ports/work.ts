import type { SessionId } from '@convene/domain'

/**
 * Finds sessions that could continue without the user and that no live process is working on: interrupted, released by
 * a draining process, recorded for someone else, or due. Nothing needs to be submitted: from the append that made it
 * so, a session's row says that it moves or when it is due.
 */
export interface Work {
  /**
   * Passes each of them to `run`, at most `capacity` at a time, until the returned function is called. A session counts
   * until `run` resolves, and is not passed again before it has changed. If `run` rejects, it is retried later, and the
   * others are not affected.
   */
  start(run: (session: SessionId) => Promise<void>, capacity: number): () => void
}
