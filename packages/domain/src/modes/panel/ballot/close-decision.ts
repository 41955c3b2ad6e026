import { record, type Step } from '../../../effect/effect.ts'
import type { Fact } from '../../../event/event.ts'
import { letterAt } from '../../../text/letters.ts'
import { optionHeld, optionsFromLedger } from '../debate/options.ts'
import { type Held, held, withOptions } from '../debate/state.ts'
import { proposedFacts, votedFact } from './proposal.ts'
import type { BallotContext } from './state.ts'

/** The last votes are the ballots, so nobody is asked again. */
export function closeDecision(context: BallotContext): Step | undefined {
  const { panel } = context
  if (panel.ballot.decision !== null) return undefined
  const options = panel.debate.options.length > 0 ? panel.debate.options : optionsFromLedger(context)
  if (options.length === 0) return undefined
  return record(...proposedFacts(context, options), ...ballots({ ...context, panel: withOptions(panel, options) }))
}

const ballots = (context: BallotContext): readonly Fact[] => held(context).map((line) => ballotOf(context, line))

function ballotOf(context: BallotContext, line: Held): Fact {
  const { agent, confidence, reason, veto, probabilities, message } = line
  const option = optionHeld(context.panel.debate.options, line)?.text ?? null
  const shares = probabilities && context.panel.debate.options.map((_, place) => probabilities[letterAt(place)] ?? 0)
  const why = reason || (message ? `see [${message}]` : '')
  const cast = { voter: agent, option, reason: why, confidence, veto, ...(shares && { probabilities: shares }) }
  return votedFact(context, cast, { agent, parent: String(context.run.number) })
}
