import { type Fact, fact } from '../../../event/event.ts'
import type { Run, Session } from '../../../state/session.ts'

/** Closes an agent's conversation: its next ask contains what it needs. */
export function beginAnew(session: Session, agent: string, { from, to } = { from: 0, to: 0 }): readonly Fact[] {
  const before = session.conversations[agent]
  const tokensBefore = before?.size ?? 0
  return [fact('compaction', { from, to, text: '', tokensBefore, tokensAfter: 0 }, { agent })]
}

/** The panelists leave, and their conversations are dropped. The Head keeps the whole discussion. */
export function dismissed(session: Session, { team }: Pick<Run, 'team'>, head: string | undefined): readonly Fact[] {
  const seats = [...team.members, ...(team.judge ? [team.judge] : [])]
  const leaving = seats.filter(({ slug }) => slug !== head && session.conversations[slug] !== undefined)
  return leaving.flatMap(({ slug }) => beginAnew(session, slug))
}
