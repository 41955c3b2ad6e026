import { aliasesOf, anonymousAll } from '../../anonymity/anonymity.ts'
import { optionMeant } from '../../answer/option.ts'
import type { RunRecord } from '../../decision/run-record.ts'
import { bestVoter, resultOf } from '../../decision/tally.ts'
import type { How } from '../../event/decision-facts.ts'
import { messageBy } from '../../prompt/ask.ts'
import type { MessageId } from '../../shared/ids.ts'
import { type Run, type Session, seatName } from '../../state/session.ts'
import { USER } from '../../team/user-seat.ts'
import { cleanLine } from '../../text/clean.ts'
import { letterAt, placeOfLetter } from '../../text/letters.ts'
import { quoted } from '../../text/quoted.ts'
import { topicOf } from '../../track-record/track-record.ts'
import { argumentIn, IN_A_DECISION } from './argument.ts'
import { bare, samePosition } from './reading.ts'
import { type Ballot, type Held, held, type Option, type Panel, type PanelContext } from './state.ts'

/** One way of counting: points per option, in the order of the options. */
export type Count = readonly { readonly option: string; readonly points: number }[]

/** The result of the ballot, along with the first round's blind vote and all votes of all rounds combined. */
export type Tally = {
  readonly majority: Count
  /** Null if everybody spoke only once and these votes are the ballots. */
  readonly blind: Count | null
  /** Null if everybody stated a position only once. */
  readonly pooled: Count | null
  /** Null if the ballots do not decide, or in a rehearsal. */
  readonly winner: string | null
  readonly how: 'majority' | 'record' | 'tiebreak' | 'tie' | 'quorum'
  /** The options the Head chooses from, if the ballots do not decide. */
  readonly among: readonly string[]
  readonly probability: number
  /** The answer of the seat with the best record on its own. Null without a record. */
  readonly best: { readonly voter: string; readonly option: string; readonly accuracy: number } | null
}

export function tally(panel: Panel): Tally {
  const { options, ballots, ledger, eligible, abstained, rehearsal } = panel
  const known = knownIn(panel)
  const texts = options.map(({ text }) => text)
  const count = (votes: readonly (string | undefined)[]): Count =>
    texts.map((option) => ({ option, points: votes.filter((vote) => vote === option).length }))
  const stated = ledger.map((line) => ({ line, option: optionHeld(panel.options, line)?.text }))
  const first = stated.filter(({ line }) => isBlind(panel, line))
  const isPooled = stated.length > first.length
  const [majority, blind] = [count(ballots.map(({ option }) => option)), count(first.map(({ option }) => option))]
  // A live view never has the ballots, only the counts of the commitment.
  const counts = majority.map(({ option, points }) => panel.committed?.votes?.[option] ?? points)
  const isSame = !isPooled && counts.every((points, place) => points === blind[place]?.points)
  const counted = resultOf({ options: texts, eligible, votes: ballots, abstained }, known)
  const result = rehearsal ? { ...counted, how: 'lead' as const, because: 'tie' as const, among: texts } : counted
  return {
    majority,
    blind: isSame ? null : blind,
    pooled: isPooled ? count(stated.map(({ option }) => option)) : null,
    probability: result.probability,
    best: bestOf(panel),
    ...(result.how === 'lead'
      ? { winner: null, how: result.because, among: result.among }
      : { winner: result.option, how: result.how === 'user' ? 'majority' : result.how, among: [] }),
  }
}

/** The record at the run's start, read for this panel's topic. */
export const knownIn = ({ known, tags = [], field }: Panel): RunRecord | undefined =>
  known && { ...known, topic: topicOf(tags, field) }

function bestOf(panel: Panel): Tally['best'] {
  const options = panel.options.map(({ text }) => text)
  const best = bestVoter({ options, votes: panel.ballots }, knownIn(panel))
  const option = best && (blindOption(panel, best.voter) ?? panel.ballots.find((b) => b.voter === best.voter)?.option)
  return best && option !== undefined ? { ...best, option } : null
}

/** What a panelist voted for before hearing anyone. */
export function blindOption(panel: Panel, voter: string): string | undefined {
  const line = panel.ledger.find((one) => one.agent === voter && isBlind(panel, one))
  return line && optionHeld(panel.options, line)?.text
}

/** Whether a position was stated in the blind round and allowed through. */
export const isBlind = ({ turns }: Panel, { round, message }: Held): boolean =>
  round === 1 && turns.some((turn) => turn.round === 1 && turn.message === message)

/**
 * The option a ledger line refers to: by its letter, by its own words, or by what the option covers. The Head says what
 * an option covers, and may be wrong about a panelist's words.
 */
export function optionHeld(
  options: readonly Option[],
  line: Pick<Held, 'abstains' | 'option' | 'message' | 'position'>,
): Option | undefined {
  if (line.abstains) return undefined
  if (line.option !== null) return options[placeOfLetter(line.option)]
  const same = options.find(({ text }) => samePosition(line.position, text))
  return same ?? options.find(({ covers }) => line.message !== null && covers.includes(line.message))
}

/** The decision, if any: by the ballots, or else by the Head. */
export function decisionOf(panel: Panel): { readonly option: string; readonly how: How } | undefined {
  if (panel.options.length === 0 || panel.ballot === null) return undefined
  if (panel.committed) return panel.committed.how === 'undecided' ? undefined : panel.committed
  const { winner, how } = tally(panel)
  if (winner !== null) return { option: winner, how: how === 'record' || how === 'tiebreak' ? how : 'majority' }
  return panel.casting ? { option: panel.casting.option, how: 'lead' } : undefined
}

/**
 * The debate is over, and neither the ballots nor the Head decided anything. Includes a panel in which nobody took a
 * position: otherwise its report could begin with a decision that nobody made.
 */
export const isOpen = (panel: Panel): boolean =>
  (panel.ballot !== null || panel.closings > 0) && decisionOf(panel) === undefined

export const vetoes = ({ ballots }: Panel): readonly Ballot[] => ballots.filter(({ veto }) => veto !== '')

/** Options if nobody has drawn any: the positions themselves, at most the eight that most panelists hold. */
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
  return inShownOrder(
    context,
    sorted.slice(0, 8).map(({ text, covers }) => ({ text, covers })),
  )
}

/**
 * Options in the order of the letters that screens already show: their own once positions name them, until then the order
 * in which somebody first held them. Any other order would make two options swap letters in front of the reader.
 */
export function inShownOrder({ panel }: Pick<PanelContext, 'panel'>, options: readonly Option[]): readonly Option[] {
  const { ledger } = panel
  const isLettered = ledger.some(({ option }) => option !== null)
  const firstHeld = (option: Option): number =>
    ledger.findIndex((line) => optionHeld(options, { ...line, option: null }) === option)
  const place = (option: Option): number => {
    const at = isLettered ? panel.options.findIndex(({ text }) => samePosition(text, option.text)) : firstHeld(option)
    return at < 0 ? Number.POSITIVE_INFINITY : at
  }
  return options
    .map((option) => ({ option, place: place(option) }))
    .toSorted((one, other) => (one.place === other.place ? 0 : one.place - other.place))
    .map(({ option }) => option)
}

/** The options as panelists read them: the Head knew names when drawing them. */
export const shownOptions = ({ run, panel }: Pick<PanelContext, 'run' | 'panel'>): readonly string[] =>
  panel.options.map(({ text }) => anonymousAll(run, text))

/** The options with their letters, one per line. */
export const lettered = (options: readonly string[]): string =>
  options.map((text, place) => `${letterAt(place)}. ${text}`).join('\n')

/** The option a panelist means, out of those it was shown. */
export function shownOptionMeant(context: Pick<PanelContext, 'run' | 'panel'>, said: string): string | undefined {
  const shown = shownOptions(context)
  const meant = optionMeant(shown, said)
  return meant === undefined ? undefined : context.panel.options[shown.indexOf(meant)]?.text
}

const NONE = 'None of these'

/** A ballot needs at least two options. */
export const withAlternative = (options: readonly Option[]): readonly Option[] =>
  options.length === 1 ? [...options, { text: NONE, covers: [] }] : options

/** One ballot in readable form. */
export function ballotText({ option, reason, veto, confidence }: Ballot): string {
  return [
    `VOTE: ${option}`,
    ...(confidence === null ? [] : [`CONFIDENCE: ${confidence}`]),
    ...(reason === '' ? [] : [`REASON: ${reason}`]),
    ...(veto === '' ? [] : [`VETO: ${veto}`]),
  ].join('\n')
}

/** The reasons for each option, without names and in an order that says nothing about who gave them. */
export function reasonsText({ session, run, panel }: PanelContext): string {
  const rows = panel.options.flatMap(({ text }) => {
    const own = panel.ballots.filter(({ option }) => option === text)
    const reasons = own.flatMap(({ reason, veto }) => [
      ...(reason === '' ? [] : [`- ${text}: ${inWords(session, reason)}`]),
      ...(veto === '' ? [] : [`- Veto: ${veto}`]),
    ])
    return reasons.toSorted()
  })
  return anonymousAll(run, rows.join('\n'))
}

const LONGEST_REASON = 600

/** A vote without a reason refers to its argument, which the reader may not have. */
function inWords(session: Session, reason: string): string {
  const id = /^see \[(m\d+)\]$/u.exec(reason)?.[1]
  if (id === undefined) return reason
  const text = messageBy(session, id as MessageId)?.text ?? ''
  return cleanLine(argumentIn(text, IN_A_DECISION)).slice(0, LONGEST_REASON)
}

/** Every ballot with its voter's name, for the Head. */
export function ballotsText({ run, panel }: PanelContext): string {
  return panel.ballots
    .map((ballot) => `### ${panelistName(run, ballot.voter)}\n\n${quoted(ballotText(ballot))}`)
    .join('\n\n')
}

/** How prompts and reports refer to a seat: a reader other than the user would take `You` to mean themselves. */
export const panelistName = (run: Run, agent: string): string => (agent === USER ? 'The user' : seatName(run, agent))

export const aliasOf = (run: Run, agent: string): string => aliasesOf(run)[agent] ?? agent
