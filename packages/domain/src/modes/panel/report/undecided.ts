import { REHEARSED } from '../../../mode/conclude.ts'
import { NO_POSITIONS } from '../ballot/proposal.ts'
import { decisionOf, tallyBallots } from '../ballot/tally.ts'
import type { ReportContext, ReportRooms } from './state.ts'

/** Why the Head decided instead of the panel. Empty if the votes did. */
export function headDecidedText(panel: ReportRooms): string {
  const { how, option } = decisionOf(panel) ?? {}
  return how === 'lead' ? `${undecidedBy(panel)}, so the Head decided on “${option}”.` : ''
}

/** Why nothing was decided, for people. */
export function openText({ panel }: Pick<ReportContext, 'panel'>): string {
  if (panel.opening.rehearsal) return REHEARSED
  if (panel.ballot.decision === null) return NO_POSITIONS
  const head = panel.ballot.unreadRulings > 0 ? 'the Head named none of the options' : 'the Head did not decide'
  const options = panel.debate.options.map(({ text }) => `“${text}”`).join(', ')
  return `${undecidedBy(panel)}, and ${head}. The question is open: decide between ${options}.`
}

/** Why the votes decide nothing. */
export function undecidedBy(panel: ReportRooms): string {
  if (panel.ballot.ballots.length === 0) return 'No ballot could be counted'
  return tallyBallots(panel).how === 'quorum' ? 'Fewer than half voted' : 'The ballots are tied'
}
