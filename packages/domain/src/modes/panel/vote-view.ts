import type { FinalState } from '../../event/facts.ts'
import type { Dissent, OptionVotes, VoteView } from '../../mode/view.ts'
import { readPanel } from './accessors.ts'
import { decisionOf, isBallotOpen, tallyBallots } from './ballot/tally.ts'
import { isBlind, optionHeld } from './debate/options.ts'
import type { Held } from './debate/state.ts'
import type { Panel } from './state.ts'

/** Null if a run ended before there was anything to vote on. A panel that completed without a position left it open. */
export function voteView(panel: Panel, state: FinalState): VoteView | null {
  if (readPanel(panel).decision === null && !(isBallotOpen(panel) && state === 'completed')) return null
  const { option = null, how = null } = decisionOf(panel) ?? {}
  const isFirst = (each: OptionVotes) => Number(each.option === option)
  return {
    option,
    how,
    byHead: how === 'lead',
    counts: countsIn(panel)
      .filter(({ votes, blind }) => votes + blind > 0)
      .toSorted((one, other) => isFirst(other) - isFirst(one) || other.votes - one.votes),
    voters: readPanel(panel).eligible.length,
    chance: option === null || how === 'lead' ? null : chanceIn(panel, option),
    changed: changedIn(panel),
    dissent: option === null ? [] : dissentIn(panel, option),
  }
}

/** Ballots are secret to anyone following a run live, so the counts come from the commitment, if there is one. */
function countsIn(panel: Panel): readonly OptionVotes[] {
  const { majority, blind } = tallyBallots(panel)
  return majority.map(({ option, points }, place) => ({
    option,
    votes: readPanel(panel).committed?.votes?.[option] ?? points,
    blind: blind?.[place]?.points ?? 0,
  }))
}

function chanceIn(panel: Panel, option: string): VoteView['chance'] {
  const committed = readPanel(panel).committed?.chance
  if (committed) return committed
  const { forecast, winner } = tallyBallots(panel)
  if (winner !== option) return null
  return { right: forecast.probability, basis: forecast.basis, isClose: forecast.close.length > 0 }
}

function changedIn(panel: Panel): readonly string[] {
  const agents = [...new Set(readPanel(panel).ledger.map(({ agent }) => agent))]
  return agents.filter((agent) => {
    const own = readPanel(panel).ledger.filter((line) => line.agent === agent)
    const optionOf = (line: Held | undefined) => line && optionHeld(readPanel(panel).options, line)?.text
    const before = optionOf(own.find((line) => isBlind(panel, line)))
    const after = readPanel(panel).ballots.find(({ voter }) => voter === agent)?.option ?? optionOf(own.at(-1))
    return before !== undefined && after !== undefined && before !== after
  })
}

function dissentIn(panel: Panel, decision: string): readonly Dissent[] {
  const { ballots, committed } = readPanel(panel)
  const against = ballots.length > 0 ? ballots.filter(({ option }) => option !== decision) : (committed?.dissent ?? [])
  return against.map(({ voter, option, reason }) => {
    const own = readPanel(panel).ledger.filter(({ agent }) => agent === voter)
    const ballot = ballots.find((each) => each.voter === voter)
    return {
      agent: voter,
      option,
      confidence: ballot?.confidence ?? own.at(-1)?.confidence ?? null,
      reason: reason || ballot?.veto || '',
      message: own.findLast(({ message }) => message !== null)?.message ?? null,
    }
  })
}
