import { type Fact, fact } from '../../event/event.ts'
import { messageBy } from '../../prompt/ask.ts'
import type { MessageId } from '../../shared/ids.ts'
import { type Run, type Session, seatName } from '../../state/session.ts'
import type { WorkReport } from './state.ts'

/** What the run delivers from a synthesis: the report artifact, and its text for the summary. */
export function delivered(
  session: Session,
  run: Run,
  synthesis: MessageId,
): { readonly artifact: Fact; readonly text: string } {
  const text = messageBy(session, synthesis)?.text ?? ''
  const title = `Report: ${session.title || run.goal.slice(0, 80)}`
  return { text, artifact: fact('artifact', { id: `${run.number}/report`, kind: 'report', title, text }) }
}

/** The result if no agent could combine the reports: who reported, and where to read it. */
export function withoutSynthesis(run: Run, reports: readonly WorkReport[]): string {
  if (reports.length === 0) return 'No result: no member reported.'
  const rows = reports.map(({ agent, message, ok, error }) => {
    const said = message === null ? (error?.message ?? 'nothing') : `[${message}]${ok ? '' : ` (${error?.message})`}`
    return `- **${seatName(run, agent)}**: ${said}`
  })
  return `The reports were not combined. Here they are:\n\n${rows.join('\n')}`
}
