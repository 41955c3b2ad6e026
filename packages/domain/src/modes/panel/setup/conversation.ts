import { type Fact, fact } from '../../../event/event.ts'
import type { Session } from '../../../state/session.ts'

/** Closes an agent's conversation: its next ask contains what it needs. */
export function beginAnew(session: Session, agent: string, { from, to } = { from: 0, to: 0 }): readonly Fact[] {
  const before = session.conversations[agent]
  const tokensBefore = before?.size ?? 0
  return [fact('compaction', { from, to, text: '', tokensBefore, tokensAfter: 0 }, { agent })]
}
