import { record, rest, type Step } from '../../../effect/effect.ts'
import { type Fact, fact } from '../../../event/event.ts'
import { assign } from '../../../mode/assign.ts'
import { held } from '../debate/state.ts'
import { roles } from '../setup/roles.ts'
import { headOf } from '../setup/seats.ts'
import { movePanel } from '../setup/table.ts'
import { casting } from './answers.ts'
import { ballotText } from './ballot-text.ts'
import { tieBrief } from './prompts.ts'
import { NO_POSITIONS } from './proposal.ts'
import type { BallotContext, BallotRooms } from './state.ts'
import { decisionOf } from './tally.ts'

const RULING_OUTPUT = 600

/**
 * Collects the ballots according to the protocol, asks the Head if they do not decide, then asks for the report. Without
 * a choice, only the final positions.
 */
export function converge(context: BallotContext, close: (context: BallotContext) => Step | undefined): Step {
  const { run, panel } = context
  if (panel.opening.findings || panel.opening.protocol === 'estimate')
    return close(context) ?? record(movePanel(run, 'turnCompleted'))
  if (held(context).length === 0 && !hasUnreadVotes(panel)) {
    return record(...(panel.debate.turns.length > 0 ? [nothingToVoteOn] : []), movePanel(run, 'turnCompleted'))
  }
  const open = panel.ballot.published ? undefined : close(context)
  if (open) return open
  if (!panel.ballot.published) return record(...publish(context))
  if (panel.ballot.decision !== null && !decisionOf(panel) && mayDecide(panel)) return decide(context)
  return record(movePanel(run, 'turnCompleted'))
}

/** Panelists discussed known options and no vote was readable: there is still something to decide. */
const hasUnreadVotes = ({ debate: { options, turns } }: BallotRooms): boolean => options.length > 1 && turns.length > 0

const nothingToVoteOn: Fact = fact('warning', { code: 'no_positions', message: NO_POSITIONS })

/** The Head is asked once, and once more if its answer was unreadable. */
const mayDecide = ({ opening: { rehearsal }, ballot: { rulingsAsked, unreadRulings } }: BallotRooms): boolean =>
  !rehearsal && rulingsAsked <= Math.min(unreadRulings, 1)

/** All ballots are in and may now be read. */
function publish(context: BallotContext): readonly Fact[] {
  const { run, panel } = context
  if (panel.ballot.ballots.length + panel.ballot.abstained.length === 0) return [skipped(context)]
  return run.team.members.flatMap(({ slug }) => {
    const ballot = panel.ballot.ballots.find(({ voter }) => voter === slug)
    if (ballot) return [ballotMessage(context, slug, ballotText(ballot))]
    return panel.ballot.abstained.includes(slug) ? [ballotMessage(context, slug, 'VOTE: abstain')] : []
  })
}

/** Nothing could be counted: a message says so, and the panel continues. */
const skipped = ({ run }: BallotContext): Fact =>
  fact(
    'message',
    { author: 'convene', role: 'system', kind: 'ballot', text: 'No ballots were cast.' },
    { parent: String(run.number) },
  )

const ballotMessage = ({ run }: BallotContext, voter: string, text: string): Fact =>
  fact('message', { author: voter, role: 'member', kind: 'ballot', text }, { agent: voter, parent: String(run.number) })

/** The ballots do not decide, so the Head does and says why. */
function decide(context: BallotContext): Step {
  const { run, panel } = context
  const seat = headOf(run)
  if (!seat) return rest
  return record(
    ...assign(run, {
      place: `decide${panel.ballot.closings}${panel.ballot.unreadRulings > 0 ? '-again' : ''}`,
      seat,
      kind: 'decide',
      description: tieBrief(context),
      answer: casting,
      // Its own conversation may name who said what.
      conversation: 'fresh',
      execution: 'single',
      allowance: { ...roles.head, maxOutput: RULING_OUTPUT },
    }),
  )
}
