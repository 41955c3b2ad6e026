import type { SessionId } from '@convene/domain'

/**
 * Finds sessions that could continue without the user and that no live process works on: interrupted, released by a
 * process that drained, recorded for someone else, or due. There is nothing to put in: a session's row says that it
 * moves, or when it is due, from the append on that made it so.
 */
export interface Work {
  /**
   * Hands each of them to `run`, at most `capacity` at once, until the returned function is called. A session counts
   * until `run` resolves, and is not handed out again before it has changed. If `run` rejects, it is tried again later,
   * and the others are not affected.
   */
  start(run: (session: SessionId) => Promise<void>, capacity: number): () => void
}
