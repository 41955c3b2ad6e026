import { aliasesOf, anonymousAll } from '../../anonymity/anonymity.ts'
import { optionMeant } from '../../answer/option.ts'
import type { RunRecord } from '../../decision/run-record.ts'
import { bestVoter, resultOf } from '../../decision/tally.ts'
import type { How } from '../../event/decision-facts.ts'
import { type Run, seatName } from '../../state/session.ts'
import { USER } from '../../team/user-seat.ts'
import { letterAt, placeOfLetter } from '../../text/letters.ts'
import { quoted } from '../../text/quoted.ts'
import { topicOf } from '../../track-record/track-record.ts'
import { bare, samePosition } from './reading.ts'
import { type Ballot, type Held, held, type Option, type Panel, type PanelContext } from './state.ts'

/** A way of counting: points for each option, in the order of the options. */
export type Count = readonly { readonly option: string; readonly points: number }[]

/** The result of the ballot, next to the blind vote of the first round and to all votes of all rounds together. */
export type Tally = {
  readonly majority: Count
  readonly blind: Count
  /** Null if everybody stated a position only once. */
  readonly pooled: Count | null
  /** Null if the ballots do not decide, or in a rehearsal. */
  readonly winner: string | null
  readonly how: 'majority' | 'record' | 'tiebreak' | 'tie' | 'quorum'
  /** The options that the Head chooses from, if the ballots do not decide. */
  readonly among: readonly string[]
  readonly probability: number
  /** What the seat with the best record would have said alone. Null without a record. */
  readonly best: { readonly voter: string; readonly option: string; readonly accuracy: number } | null
}

export function tally(panel: Panel): Tally {
  const { options, ballots, ledger, eligible, abstained, rehearsal } = panel
  const known = knownIn(panel)
  const texts = options.map(({ text }) => text)
  const count = (votes: readonly (string | undefined)[]): Count =>
    texts.map((option) => ({ option, points: votes.filter((vote) => vote === option).length }))
  const stated = ledger.map((line) => ({ line, option: optionHeld(panel, line)?.text }))
  const first = stated.filter(({ line }) => isBlind(panel, line))
  const isPooled = stated.length > first.length
  const counted = resultOf({ options: texts, eligible, votes: ballots, abstained }, known)
  const result = rehearsal ? { ...counted, how: 'lead' as const, because: 'tie' as const, among: texts } : counted
  return {
    majority: count(ballots.map(({ option }) => option)),
    blind: count(first.map(({ option }) => option)),
    pooled: isPooled ? count(stated.map(({ option }) => option)) : null,
    probability: result.probability,
    best: bestOf(panel),
    ...(result.how === 'lead'
      ? { winner: null, how: result.because, among: result.among }
      : { winner: result.option, how: result.how === 'user' ? 'majority' : result.how, among: [] }),
  }
}

/** The record at the run's start, read for the topic of this panel. */
export const knownIn = ({ known, tags = [], field }: Panel): RunRecord | undefined =>
  known && { ...known, topic: topicOf(tags, field) }

function bestOf(panel: Panel): Tally['best'] {
  const options = panel.options.map(({ text }) => text)
  const best = bestVoter({ options, votes: panel.ballots }, knownIn(panel))
  const option = best && (blindOption(panel, best.voter) ?? panel.ballots.find((b) => b.voter === best.voter)?.option)
  return best && option !== undefined ? { ...best, option } : null
}

/** What a panelist voted for before it had heard anybody. */
export function blindOption(panel: Panel, voter: string): string | undefined {
  const line = panel.ledger.find((one) => one.agent === voter && isBlind(panel, one))
  return line && optionHeld(panel, line)?.text
}

/** Whether a position was stated in the blind round and passed on. */
export const isBlind = ({ turns }: Panel, { round, message }: Held): boolean =>
  round === 1 && turns.some((turn) => turn.round === 1 && turn.message === message)

/** The option that a line of the ledger stands for: by its letter, by what the option covers, or by its words. */
export function optionHeld(
  { options }: Pick<Panel, 'options'>,
  line: Pick<Held, 'abstains' | 'option' | 'message' | 'position'>,
): Option | undefined {
  if (line.abstains) return undefined
  if (line.option !== null) return options[placeOfLetter(line.option)]
  const covering = options.find(({ covers }) => line.message !== null && covers.includes(line.message))
  return covering ?? options.find(({ text }) => samePosition(line.position, text))
}

/** The decision, if there is one: by the ballots, or else by the Head. */
export function decisionOf(panel: Panel): { readonly option: string; readonly how: How } | undefined {
  if (panel.options.length === 0 || panel.ballot === null) return undefined
  if (panel.committed) return panel.committed.how === 'undecided' ? undefined : panel.committed
  const { winner, how } = tally(panel)
  if (winner !== null) return { option: winner, how: how === 'record' || how === 'tiebreak' ? how : 'majority' }
  return panel.casting ? { option: panel.casting.option, how: 'lead' } : undefined
}

/** There was something to decide, and neither the ballots nor the Head did. */
export const isOpen = (panel: Panel): boolean => panel.ballot !== null && decisionOf(panel) === undefined

export const vetoes = ({ ballots }: Panel): readonly Ballot[] => ballots.filter(({ veto }) => veto !== '')

/** Options if nobody has drawn any: the positions themselves, most held first. */
export function optionsFromLedger(context: PanelContext): readonly Option[] {
  const options = new Map<string, { text: string; covers: Option['covers']; held: number }>()
  for (const { position } of held(context).filter(({ abstains }) => !abstains)) {
    const known = options.get(bare(position))
    const covers = context.panel.ledger.flatMap((line) =>
      line.round === 1 && line.message && samePosition(line.position, position) ? [line.message] : [],
    )
    options.set(bare(position), { text: position, covers, held: (known?.held ?? 0) + 1 })
  }
  const sorted = [...options.values()].toSorted((one, other) => other.held - one.held)
  return sorted.slice(0, 8).map(({ text, covers }) => ({ text, covers }))
}

/** The options as panelists read them: the Head knew names when it drew them. */
export const shownOptions = ({ run, panel }: Pick<PanelContext, 'run' | 'panel'>): readonly string[] =>
  panel.options.map(({ text }) => anonymousAll(run, text))

/** The options with their letters, one per line. */
export const lettered = (options: readonly string[]): string =>
  options.map((text, place) => `${letterAt(place)}. ${text}`).join('\n')

/** The option that a panelist means by what it was shown. */
export function shownOptionMeant(context: Pick<PanelContext, 'run' | 'panel'>, said: string): string | undefined {
  const shown = shownOptions(context)
  const meant = optionMeant(shown, said)
  return meant === undefined ? undefined : context.panel.options[shown.indexOf(meant)]?.text
}

const NONE = 'None of these'

/** A ballot needs something to choose between. */
export const withAlternative = (options: readonly Option[]): readonly Option[] =>
  options.length === 1 ? [...options, { text: NONE, covers: [] }] : options

/** One ballot as people read it. */
export function ballotText({ option, reason, veto, confidence }: Ballot): string {
  return [
    `VOTE: ${option}`,
    ...(confidence === null ? [] : [`CONFIDENCE: ${confidence}`]),
    ...(reason === '' ? [] : [`REASON: ${reason}`]),
    ...(veto === '' ? [] : [`VETO: ${veto}`]),
  ].join('\n')
}

/** Every ballot with its voter's name, for the Head. */
export function ballotsText({ run, panel }: PanelContext): string {
  return panel.ballots
    .map((ballot) => `### ${panelistName(run, ballot.voter)}\n\n${quoted(ballotText(ballot))}`)
    .join('\n\n')
}

/** As prompts and reports name a seat: a reader other than the user would take `You` for themselves. */
export const panelistName = (run: Run, agent: string): string => (agent === USER ? 'The user' : seatName(run, agent))

export const aliasOf = (run: Run, agent: string): string => aliasesOf(run)[agent] ?? agent
