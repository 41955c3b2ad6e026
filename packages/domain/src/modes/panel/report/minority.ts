import type { CastBallot } from '../ballot/state.ts'
import { decisionOf } from '../ballot/tally.ts'
import { panelistName } from '../setup/seats.ts'
import { sectionHeading } from './sections.ts'
import type { ReportContext } from './state.ts'

/** Dissenters the Head forgot are quoted in their own words. */
export function withMinority(context: ReportContext, text: string): string {
  const found = sectionHeading('Minority Report').exec(text)
  if (!found) return `${text}\n\n## Minority Report\n\n${minorityText(context)}`
  const start = found.index + found[0].length
  const length = text.slice(start).search(/^#{1,4} /m)
  const end = length < 0 ? text.length : start + length
  const section = text.slice(start, end)
  const forgotten = dissenters(context).filter(({ voter }) => !section.includes(panelistName(context.run, voter)))
  if (forgotten.length === 0) return text
  const rest = text.slice(end)
  return `${text.slice(0, start)}${section.trimEnd()}\n\n${minorityRows(context, forgotten)}${rest === '' ? '' : `\n\n${rest}`}`
}

export function minorityText(context: ReportContext): string {
  if (!decisionOf(context.panel)) return 'Nothing was decided.'
  return minorityRows(context, dissenters(context)) || 'Nobody voted against the decision.'
}

const minorityRows = (context: ReportContext, dissent: readonly CastBallot[]): string =>
  dissent
    .map((one) => {
      const reason = one.reason === '' ? '' : `: ${one.reason}`
      const source = sourceOf(context, one)
      // A vote without a reason refers to the same message.
      const cited = source !== '' && reason.endsWith(source) ? '' : source
      return `- **${panelistName(context.run, one.voter)}** voted for “${one.option}”${reason}${cited}`
    })
    .join('\n')

/** Those who voted for something other than the decision. */
export function dissenters({ panel }: ReportContext): readonly CastBallot[] {
  const decision = decisionOf(panel)
  return decision ? panel.ballot.ballots.filter(({ option }) => option !== decision.option) : []
}

/** A voter's newest message on the board, to cite. */
export function sourceOf({ panel }: ReportContext, { voter }: CastBallot): string {
  const message = panel.debate.ledger.findLast(({ agent, message: id }) => agent === voter && id !== null)?.message
  return message ? ` [${message}]` : ''
}
