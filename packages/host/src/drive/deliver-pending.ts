import { setImmediate } from 'node:timers/promises'
import { isPaused, type Session } from '@convene/domain'
import { type PendingAnswer, pendingAnswers } from '../approvals/pending.ts'

type Waiting = (pending: PendingAnswer, session: Session, settled: AbortSignal) => void

/** Passes on each pending answer once, and signals when it is settled. A paused run asks once it is resumed. */
export function deliverPending(waiting: Waiting | undefined, read: () => Promise<Session | undefined>) {
  const open = new Map<string, AbortController>()
  let [isOver, isLooking] = [false, false]
  let [seen, wanted] = [-1, 0]
  const look = async (tell: Waiting): Promise<void> => {
    isLooking = true
    try {
      while (seen < wanted && !isOver) {
        const session = await read()
        // Not created yet, or deleted.
        if (!session || isOver) return
        // Events are passed on a moment before the engine's own state includes them, so what it shows as pending may
        // already be answered.
        if (session.seq < wanted) await setImmediate()
        else update(open, session, tell)
        seen = session.seq
      }
    } finally {
      // Reset right here: an event that arrives between the end of the loop and this line would be missed.
      isLooking = false
    }
  }
  return {
    /** Reads the state that includes this event. */
    upTo: (seq: number) => {
      wanted = Math.max(wanted, seq)
      // A state that cannot be read is tried again with the next event.
      if (waiting && !isLooking) look(waiting).catch(() => undefined)
    },
    end: () => {
      isOver = true
      for (const settled of open.values()) settled.abort()
      open.clear()
    },
  }
}

/** Settles what is no longer pending, and reports what is new. */
function update(open: Map<string, AbortController>, session: Session, tell: Waiting): void {
  const pending = isPaused(session) ? [] : pendingAnswers(session)
  for (const [id, settled] of open) {
    if (pending.some((each) => each.id === id)) continue
    open.delete(id)
    settled.abort()
  }
  for (const each of pending) {
    if (open.has(each.id)) continue
    const settled = new AbortController()
    open.set(each.id, settled)
    tell(each, session, settled.signal)
  }
}
