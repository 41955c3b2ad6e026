import { anonymousAll } from '../../../anonymity/anonymity.ts'
import { withFieldLines } from '../../../answer/field-tables.ts'
import { valueIn } from '../../../answer/marks.ts'
import { optionMeant } from '../../../answer/option.ts'
import { type EventPlace, type Fact, fact } from '../../../event/event.ts'
import type { TaskReport } from '../../../mode/mode.ts'
import { PANEL_WORDS } from '../debate/reading.ts'
import { decisionId } from './proposal.ts'
import { ballotFacts, drawn, finalPosition } from './secret-ballots.ts'
import type { BallotContext } from './state.ts'
import { tallyBallots } from './tally.ts'

/** Reads the options of a ballot, the ballots, and the Head's choice if they are tied. */
export function absorbBallot(context: BallotContext, report: TaskReport, place: EventPlace): readonly Fact[] {
  const { kind } = context.session.tasks[report.task] ?? {}
  if (kind === 'options') return drawn(context, report, place)
  if (!report.ok) return []
  switch (kind) {
    case 'final_position':
      return finalPosition(context, report, place)
    case 'vote':
      return ballotFacts(context, withFieldLines(report.report, PANEL_WORDS), place)
    case 'decide':
      return cast(context, report, place)
    default:
      return []
  }
}

/** The Head's choice if the ballots are tied. If it names no option, the Head is asked again. */
function cast(context: BallotContext, report: TaskReport, place: EventPlace): readonly Fact[] {
  const text = report.report
  const { among } = tallyBallots(context.panel)
  const shown = among.map((one) => anonymousAll(context.run, one))
  const meant = optionMeant(shown, valueIn(text, 'DECISION') ?? '')
  const option = meant === undefined ? undefined : among[shown.indexOf(meant)]
  if (option === undefined) {
    const then = context.panel.ballot.unreadRulings === 0 ? 'Asking again.' : 'The question stays open.'
    const message = `The Head's decision names none of the options. ${then}`
    return [fact('warning', { code: 'casting_unread', message }, place)]
  }
  const reason = valueIn(text, 'REASON') ?? ''
  return [
    fact(
      'decision.voted',
      { decision: decisionId(context), voter: report.agent, option, reason, casting: true },
      place,
    ),
  ]
}
