import { bestVoter, resultOf } from '../../../decision/tally.ts'
import type { How } from '../../../event/decision-facts.ts'
import type { OptionPoints, Tally } from '../../../mode/view.ts'
import { blindOption, isBlind, optionHeld } from '../debate/options.ts'
import type { ClusteredOption } from '../debate/state.ts'
import { knownIn } from '../opening/known-record.ts'
import type { BallotRooms, CastBallot } from './state.ts'

export function tallyBallots(panel: BallotRooms): Tally {
  const {
    opening: { rehearsal },
    debate: { options, ledger },
    ballot: { ballots, eligible, abstained },
  } = panel
  const known = knownIn(panel)
  const texts = options.map(({ text }) => text)
  const count = (votes: readonly (string | undefined)[]): OptionPoints =>
    texts.map((option) => ({ option, points: votes.filter((vote) => vote === option).length }))
  const stated = ledger.map((line) => ({ line, option: optionHeld(panel.debate.options, line)?.text }))
  const first = stated.filter(({ line }) => isBlind(panel, line))
  const isPooled = stated.length > first.length
  const [majority, blind] = [count(ballots.map(({ option }) => option)), count(first.map(({ option }) => option))]
  // A live view never has the ballots, only the counts of the commitment.
  const counts = majority.map(({ option, points }) => panel.ballot.committed?.votes?.[option] ?? points)
  const isSame = !isPooled && counts.every((points, place) => points === blind[place]?.points)
  const counted = resultOf({ options: texts, eligible, votes: ballots, abstained }, known)
  const result = rehearsal ? { ...counted, how: 'lead' as const, because: 'tie' as const, among: texts } : counted
  return {
    majority,
    blind: isSame ? null : blind,
    pooled: isPooled ? count(stated.map(({ option }) => option)) : null,
    forecast: result.forecast,
    best: bestOf(panel),
    ...(result.how === 'lead'
      ? { winner: null, how: result.because, among: result.among }
      : { winner: result.option, how: result.how === 'user' ? 'majority' : result.how, among: [] }),
  }
}

function bestOf(panel: BallotRooms): Tally['best'] {
  const options = panel.debate.options.map(({ text }) => text)
  const best = bestVoter({ options, votes: panel.ballot.ballots }, knownIn(panel))
  const option =
    best && (blindOption(panel, best.voter) ?? panel.ballot.ballots.find((b) => b.voter === best.voter)?.option)
  return best && option !== undefined ? { ...best, option } : null
}

/** The decision, if any: by the ballots, or else by the Head. */
export function decisionOf(panel: BallotRooms): { readonly option: string; readonly how: How } | undefined {
  if (panel.debate.options.length === 0 || panel.ballot.decision === null) return undefined
  if (panel.ballot.committed) return panel.ballot.committed.how === 'undecided' ? undefined : panel.ballot.committed
  const { winner, how } = tallyBallots(panel)
  if (winner !== null) return { option: winner, how: how === 'record' ? how : 'majority' }
  return panel.ballot.casting ? { option: panel.ballot.casting.option, how: 'lead' } : undefined
}

/**
 * The debate is over, and neither the ballots nor the Head decided anything. Includes a panel in which nobody took a
 * position: otherwise its report could begin with a decision that nobody made. Findings decide nothing on purpose.
 */
export const isBallotOpen = (panel: BallotRooms): boolean =>
  !panel.opening.findings &&
  panel.opening.protocol !== 'estimate' &&
  (panel.ballot.decision !== null || panel.ballot.closings > 0) &&
  decisionOf(panel) === undefined

export const vetoes = ({ ballot: { ballots } }: BallotRooms): readonly CastBallot[] =>
  ballots.filter(({ veto }) => veto !== '')

const NONE = 'None of these'

/** A ballot needs at least two options. */
export const withAlternative = (options: readonly ClusteredOption[]): readonly ClusteredOption[] =>
  options.length === 1 ? [...options, { text: NONE, covers: [] }] : options
