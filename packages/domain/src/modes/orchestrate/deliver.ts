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
  const title = titleOf(session, run)
  return { text, artifact: fact('artifact', { id: `${run.number}/report`, kind: 'report', title, text }) }
}

/** The result if no agent could combine the reports: all of them, one after another. No facts if there are none. */
export function uncombined(
  session: Session,
  run: Run,
  reports: readonly WorkReport[],
): { readonly facts: readonly Fact[]; readonly text: string } {
  const said = reports.flatMap(({ agent, message, ok }) => {
    const report = (message && messageBy(session, message)?.text) ?? ''
    return ok && report !== '' ? [`## ${seatName(run, agent)}\n\n${report}`] : []
  })
  const report = { id: `${run.number}/report`, kind: 'report' as const, title: titleOf(session, run) }
  const facts = said.length === 0 ? [] : [fact('artifact', { ...report, text: said.join('\n\n') })]
  return { facts, text: withoutSynthesis(run, reports) }
}

const titleOf = ({ title }: Session, { goal }: Run): string => `Report: ${title || goal.slice(0, 80)}`

/** Who reported, and where to read it. */
function withoutSynthesis(run: Run, reports: readonly WorkReport[]): string {
  if (reports.length === 0) return 'No result: no member reported.'
  const rows = reports.map(({ agent, message, ok, error }) => {
    const said = message === null ? (error?.message ?? 'nothing') : `[${message}]${ok ? '' : ` (${error?.message})`}`
    return `- **${seatName(run, agent)}**: ${said}`
  })
  return `The reports were not combined. Here they are:\n\n${rows.join('\n')}`
}
