import { type EventPlace, type Fact, fact } from '../../../event/event.ts'
import { seatOf } from '../../../state/session.ts'
import { optionHeld } from '../debate/options.ts'
import { type ClusteredOption, endedEarly } from '../debate/state.ts'
import { headOf } from '../setup/seats.ts'
import type { BallotContext } from './state.ts'
import { withAlternative } from './tally.ts'

/** Why a panel without options and positions decided nothing. */
export const NO_POSITIONS = 'Nobody took a position, so there is nothing to vote on. The question is open.'

/** Opens the ballot with these options. Empty if there is nothing to choose between. */
export function proposedFacts(context: BallotContext, drawn: readonly ClusteredOption[]): readonly Fact[] {
  const { run, panel } = context
  const options = withAlternative(drawn)
  if (options.length < 2) return []
  const data = {
    decision: decisionId(context),
    topic: run.goal,
    options: options.map(({ text }) => text),
    covers: options.map(({ covers }) => [...covers]),
    evidence: '',
    // A seat that was not asked must not count as absent.
    eligible: endedEarly(panel)
      ? [...(panel.debate.escalation?.seats ?? [])]
      : run.team.members.map(({ slug }) => slug),
    closesAt: null,
    by: headOf(run)?.slug ?? '',
    ballot: true,
  }
  return [fact('decision.proposed', data, { parent: String(run.number) })]
}

type Cast = {
  readonly voter: string
  /** Null: an abstention. */
  readonly option: string | null
  readonly reason: string
  readonly confidence?: number | null
  readonly veto?: string
  readonly probabilities?: readonly number[]
}

/** A ballot as a fact, with what the track record will need: the voter's model, and its vote before hearing anyone. */
export function votedFact(context: BallotContext, cast: Cast, place: EventPlace): Fact {
  const { voter, option, reason, confidence = null, veto = '', probabilities } = cast
  const model = seatOf(context.run, voter)?.model
  const blind = blindOf(context, voter)
  const data = {
    decision: decisionId(context),
    voter,
    option: option ?? '',
    reason,
    ...(option === null && { abstains: true }),
    ...(confidence !== null && { confidence }),
    ...(probabilities && { probabilities: [...probabilities] }),
    ...(model && { model }),
    ...(blind !== undefined && { blind }),
    ...(veto !== '' && { veto }),
  }
  return fact('decision.voted', data, place)
}

function blindOf({ panel }: BallotContext, voter: string): string | undefined {
  const first = panel.debate.ledger.find(({ agent, round }) => agent === voter && round === 1)
  return first && optionHeld(panel.debate.options, first)?.text
}

/** The name of a panel's ballot, one per closing. */
export const decisionId = ({ run, panel }: Pick<BallotContext, 'run' | 'panel'>): string =>
  `${run.number}/panel${panel.ballot.closings}`
