import { aliasesOf, anonymousAll } from '../../anonymity/anonymity.ts'
import { optionMeant } from '../../answer/option.ts'
import { type Run, seatOf } from '../../state/session.ts'
import { quoted } from '../../text/quoted.ts'
import { bare, samePosition } from './protocol.ts'
import { type Ballot, held, type Option, type Panel, type PanelContext } from './state.ts'

/** A way of counting: points for each option, in the order of the options. */
export type Count = readonly { readonly option: string; readonly points: number }[]

/** The result of the ballot, counted in every way, next to the blind vote of the first round. */
export type Tally = {
  readonly majority: Count
  readonly weighted: Count
  /** Null if no ballot has ranks. */
  readonly ranked: Count | null
  readonly blind: Count
  /** Null: neither the plain nor the weighted count decides, or it was a rehearsal, which decides nothing. */
  readonly winner: string | null
  readonly how: 'majority' | 'confidence' | 'tie'
}

export function tally({ options, ballots, ledger, turns, rehearsal }: Panel): Tally {
  const count = (points: (ballot: Ballot, option: string) => number): Count =>
    options.map(({ text }) => ({ option: text, points: ballots.reduce((sum, one) => sum + points(one, text), 0) }))
  const majority = count((ballot, option) => (ballot.option === option ? 1 : 0))
  const weighted = count(({ option: own, confidence }, option) => (own === option ? (confidence ?? 0) : 0))
  const isRanked = ballots.some(({ rank }) => rank.length > 0)
  const ranked = isRanked ? count((ballot, option) => rankPoints(ballot, option, options.length)) : null
  const firstRound = turns.filter(({ round }) => round === 1).map(({ message }) => message)
  const blind = blindVotes(options, ledger, firstRound)
  const result = rehearsal ? ({ winner: null, how: 'tie' } as const) : decide(majority, weighted, ballots)
  return { majority, weighted, ranked, blind, ...result }
}

/** Borda's count: the first of n options gets n - 1 points, the last none. Who ranks nothing ranks its vote first. */
function rankPoints({ rank, option: own }: Ballot, option: string, size: number): number {
  const order = rank.length > 0 ? rank : [own]
  const place = order.indexOf(option)
  return place < 0 ? 0 : size - 1 - place
}

/** Each first position counts once: for the first option that the Head has put it under, else for the one in its words. */
function blindVotes(
  options: readonly Option[],
  ledger: Panel['ledger'],
  firstRound: readonly (string | null)[],
): Count {
  const first = ledger.filter(({ round, message }) => round === 1 && firstRound.includes(message))
  const chosen = first.map(({ message, position }) => {
    const covering = options.find(({ covers }) => message !== null && covers.includes(message))
    return covering ?? options.find(({ text }) => samePosition(position, text))
  })
  return options.map((option) => ({ option: option.text, points: chosen.filter((one) => one === option).length }))
}

/** A tie is broken by confidence only if every vote in it has one: a missing one is not made up. */
function decide(majority: Count, weighted: Count, ballots: readonly Ballot[]): Pick<Tally, 'winner' | 'how'> {
  const most = best(majority)
  if (most.length === 1 && (most[0]?.points ?? 0) > 0) return { winner: most[0]?.option ?? null, how: 'majority' }
  const tied = new Set(most.map(({ option }) => option))
  const isStated = ballots.every(({ option, confidence }) => confidence !== null || !tied.has(option))
  if (!isStated) return { winner: null, how: 'tie' }
  const sure = best(weighted.filter(({ option }) => tied.has(option)))
  if (sure.length === 1 && (sure[0]?.points ?? 0) > 0) return { winner: sure[0]?.option ?? null, how: 'confidence' }
  return { winner: null, how: 'tie' }
}

function best(count: Count): Count {
  const most = Math.max(...count.map(({ points }) => points))
  return count.filter(({ points }) => points === most)
}

/** What was decided, if anything was: by the ballots, or by the Head if these are tied. */
export function decisionOf(
  panel: Panel,
): { readonly option: string; readonly how: 'majority' | 'confidence' | 'lead' } | undefined {
  if (panel.options.length === 0) return undefined
  const { winner, how } = tally(panel)
  if (winner !== null && how !== 'tie') return { option: winner, how }
  return panel.casting ? { option: panel.casting.option, how: 'lead' } : undefined
}

/** There was something to decide, and neither the ballots nor the Head did. */
export const isOpen = (panel: Panel): boolean => panel.options.length > 0 && decisionOf(panel) === undefined

export const vetoes = ({ ballots }: Panel): readonly Ballot[] => ballots.filter(({ veto }) => veto !== '')

/** Options if the Head has drawn none: the positions themselves, most held first. */
export function optionsFromLedger(context: PanelContext): readonly Option[] {
  const options = new Map<string, { text: string; covers: Option['covers']; held: number }>()
  for (const { position } of held(context)) {
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

/** The counts side by side, one line for each way of counting. */
export function countLines(panel: Panel): readonly string[] {
  const { majority, weighted, ranked, blind } = tally(panel)
  const line = (name: string, count: Count) =>
    `${name}: ${count.map(({ option, points }) => `${option} ${points}`).join(' · ')}`
  return [
    line('Plain majority', majority),
    line('Weighted by confidence', weighted),
    ...(ranked ? [line('Ranked (Borda)', ranked)] : []),
    line('Blind first round', blind),
    ...(panel.abstained.length > 0 ? [`Abstained: ${panel.abstained.length}`] : []),
  ]
}

/** One ballot as people read it. */
export function ballotText({ option, reason, rank, veto, confidence }: Ballot): string {
  return [
    `VOTE: ${option}`,
    ...(confidence === null ? [] : [`CONFIDENCE: ${confidence}`]),
    ...(reason === '' ? [] : [`REASON: ${reason}`]),
    ...(rank.length === 0 ? [] : [`RANK: ${rank.join(' > ')}`]),
    ...(veto === '' ? [] : [`VETO: ${veto}`]),
  ].join('\n')
}

/** Every ballot with its voter's name, for the Head. */
export function ballotsText({ run, panel }: PanelContext): string {
  return panel.ballots.map((ballot) => `### ${nameOf(run, ballot.voter)}\n\n${quoted(ballotText(ballot))}`).join('\n\n')
}

export const nameOf = (run: Run, agent: string): string => seatOf(run, agent)?.name ?? agent

export const aliasOf = (run: Run, agent: string): string => aliasesOf(run)[agent] ?? agent
