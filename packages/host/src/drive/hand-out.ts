import { setImmediate } from 'node:timers/promises'
import { isPaused, type Session } from '@convene/domain'
import { answersIn, type PendingAnswer } from '../approvals/pending.ts'

type Waiting = (pending: PendingAnswer, session: Session, settled: AbortSignal) => void

/** Hands out each pending answer once, and says when it is settled. A paused run asks once it is resumed. */
export function handOut(waiting: Waiting | undefined, read: () => Promise<Session | undefined>) {
  const open = new Map<string, AbortController>()
  let [isOver, isLooking] = [false, false]
  let [seen, wanted] = [-1, 0]
  const compare = (session: Session, tell: Waiting) => {
    const pending = isPaused(session) ? [] : answersIn(session)
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
  /** False if there is nothing to look at any more: the session was deleted, is not created yet, or nobody watches. */
  const catchUp = async (tell: Waiting): Promise<boolean> => {
    while (seen < wanted && !isOver) {
      const session = await read()
      if (!session || isOver) return false
      // Events are passed on a moment before the engine's own state has them: what it waits for may be answered already.
      if (session.seq < wanted) await setImmediate()
      else compare(session, tell)
      seen = session.seq
    }
    return !isOver
  }
  const look = (tell: Waiting): void => {
    if (isLooking) return
    isLooking = true
    const done = (isThere: boolean) => {
      isLooking = false
      if (isThere && seen < wanted) look(tell)
    }
    catchUp(tell).then(done, () => done(false))
  }
  return {
    /** Looks at the state that includes this event. */
    upTo: (seq: number) => {
      wanted = Math.max(wanted, seq)
      if (waiting) look(waiting)
    },
    end: () => {
      isOver = true
      for (const settled of open.values()) settled.abort()
      open.clear()
    },
  }
}
