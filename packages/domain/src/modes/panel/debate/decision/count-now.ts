import { countVotes } from '../../../../counting/count.ts'
import { voteOf } from '../../../../decision/tally.ts'
import { knownIn } from '../../opening/known-record.ts'
import { optionHeld, optionsFromLedger } from '../options.ts'
import { type DebateContext, held } from '../state.ts'

export type VotesNow = ReturnType<typeof votesNow>['votes']

/** The votes so far, and the options. */
export function votesNow(context: DebateContext) {
  const { panel } = context
  const options = panel.debate.options.length > 0 ? panel.debate.options : optionsFromLedger(context)
  const votes = held(context).flatMap((line) => {
    const option = optionHeld(options, line)?.text
    const { agent: voter, confidence, veto } = line
    return option === undefined ? [] : [{ voter, option, confidence, veto }]
  })
  return { votes, options: options.map(({ text }) => text) }
}

/** The option that the count chooses if the votes so far are the ballots. Undefined if two are too close to tell. */
export function clearlyAhead(context: DebateContext): string | undefined {
  const { votes, options } = votesNow(context)
  const known = knownIn(context.panel)
  // With fewer, the lead decides.
  if (votes.length * 2 < context.run.team.members.length) return undefined
  const { option, close } = countVotes(voteOf({ options, votes }, known), known.record)
  return close.length === 1 ? (option ?? undefined) : undefined
}
