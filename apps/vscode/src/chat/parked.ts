/** Sessions whose answer in a chat ended at a question, and the one that a chat shows next. */
export type Parked = {
  /** A chat's answer has ended at this event, with the session still waiting for the user. */
  park(session: string, seq: number): void
  /** A chat shows it again. */
  leave(session: string): void
  /** The last event that a chat has shown of it. */
  since(session: string): number | undefined
  /** The question was answered outside the chat's text. Returns whether a chat has to show what follows. */
  answered(session: string): boolean
  /** The session that was answered last, once: a chat asks for it with `/continue`. */
  next(): string | undefined
}

/** Without it, no chat would show a run that continues after a button was pressed. */
export function parked(): Parked {
  const sessions = new Map<string, number>()
  let last: string | undefined
  return {
    park: (session, seq) => void sessions.set(session, seq),
    leave: (session) => void sessions.delete(session),
    since: (session) => sessions.get(session),
    answered: (session) => {
      if (!sessions.has(session)) return false
      last = session
      return true
    },
    next: () => {
      const session = last
      last = undefined
      return session
    },
  }
}
