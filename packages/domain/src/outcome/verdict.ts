import type { Totals } from '../event/facts.ts'
import { decisionOf, isBlind, isOpen, optionHeld, tally } from '../modes/panel/ballot.ts'
import type { Held, Panel } from '../modes/panel/state.ts'
import type { Plan } from '../modes/plan/state.ts'
import { timesIn } from '../run/run-times.ts'
import { totalsText } from '../run/totals-text.ts'
import { summaryOf } from '../state/headline.ts'
import type { Run, Session } from '../state/session.ts'
import { seatsOf } from '../team/team.ts'
import { costText, countText, durationText } from '../text/amounts.ts'
import { cleanLine } from '../text/clean.ts'
import { cutAtWord } from '../text/cut-at-word.ts'

/** How many votes an option has, and how many it had before anybody had heard anybody. */
export type OptionVotes = { readonly option: string; readonly votes: number; readonly blind: number }

/** A vote against the decision, with the voter's newest message to cite. */
export type Dissent = {
  readonly agent: string
  readonly option: string
  readonly confidence: number | null
  readonly reason: string
  readonly message: string | null
}

/** What a panel's vote came to. */
export type VoteVerdict = {
  /** Null if it was left open. */
  readonly option: string | null
  /** The chosen option first, then by votes. Options that nobody ever held are left out. */
  readonly counts: readonly OptionVotes[]
  /** The chance that the decision is right, from 0 to 1, and how many resolved decisions that is based on. */
  readonly chance: { readonly right: number; readonly resolved: number } | null
  /** Who voted for something else than in the blind round. */
  readonly changed: readonly string[]
  readonly dissent: readonly Dissent[]
}

/** What a reader wants to know first about a run that is over. */
export type RunVerdict = {
  readonly vote: VoteVerdict | null
  readonly steps: { readonly done: number; readonly all: number } | null
  readonly cost: string
  readonly time: string
  /** Different models that were asked. Zero in a rehearsal: nobody was. */
  readonly models: number
}

/** Null while the run is active. */
export function verdictOf(run: Run | null): RunVerdict | null {
  if (!run?.finished) return null
  const { totals, reason } = run.finished
  const isRehearsal = reason === 'rehearsal'
  const asked = seatsOf(run.team).filter(({ slug }) => (run.spentBy[slug]?.calls ?? 0) > 0)
  return {
    vote: run.mode === 'panel' && !isRehearsal ? voteOf(run.data as unknown as Panel) : null,
    steps: run.mode === 'plan' && !isRehearsal ? stepsOf(run.data as unknown as Plan) : null,
    cost: costText(totals),
    time: durationText(timesIn(totals).workedMs),
    models: isRehearsal ? 0 : new Set(asked.map(({ model }) => model)).size,
  }
}

function voteOf(panel: Panel): VoteVerdict | null {
  const counts = countsIn(panel)
  if (!counts.some(({ votes }) => votes > 0)) return null
  const { option = null, how } = decisionOf(panel) ?? {}
  const isFirst = (each: OptionVotes) => Number(each.option === option)
  return {
    option,
    counts: counts
      .filter(({ votes, blind }) => votes + blind > 0)
      .toSorted((one, other) => isFirst(other) - isFirst(one) || other.votes - one.votes),
    chance: option === null || how === 'lead' ? null : chanceIn(panel, option),
    changed: changedIn(panel),
    dissent: option === null ? [] : dissentIn(panel, option),
  }
}

/** Ballots are secret to anyone who follows a run live, so the counts come from the commitment, if there is one. */
function countsIn(panel: Panel): readonly OptionVotes[] {
  const { majority, blind } = tally(panel)
  return majority.map(({ option, points }, place) => ({
    option,
    votes: panel.committed?.votes?.[option] ?? points,
    blind: blind[place]?.points ?? 0,
  }))
}

function chanceIn(panel: Panel, option: string): VoteVerdict['chance'] {
  const { probability, winner } = tally(panel)
  const counted = winner === option ? probability : undefined
  const right = panel.committed?.probability ?? counted
  return right === undefined ? null : { right, resolved: panel.known?.record.decisions ?? 0 }
}

function changedIn(panel: Panel): readonly string[] {
  const agents = [...new Set(panel.ledger.map(({ agent }) => agent))]
  return agents.filter((agent) => {
    const own = panel.ledger.filter((line) => line.agent === agent)
    const optionOf = (line: Held | undefined) => line && optionHeld(panel, line)?.text
    const before = optionOf(own.find((line) => isBlind(panel, line)))
    const after = panel.ballots.find(({ voter }) => voter === agent)?.option ?? optionOf(own.at(-1))
    return before !== undefined && after !== undefined && before !== after
  })
}

function dissentIn({ ballots, ledger, committed }: Panel, decision: string): readonly Dissent[] {
  const against = ballots.length > 0 ? ballots.filter(({ option }) => option !== decision) : (committed?.dissent ?? [])
  return against.map(({ voter, option, reason }) => {
    const own = ledger.filter(({ agent }) => agent === voter)
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

function stepsOf({ steps }: Plan): RunVerdict['steps'] {
  const isDone = ({ state }: Plan['steps'][number]) => state === 'finished' || state === 'accepted'
  return steps.length === 0 ? null : { done: steps.filter(isDone).length, all: steps.length }
}

/** What was decided or done: `3 : 1`, `79 %`, `blind vote was 2 : 2`, `1 changed`. Empty if nothing was counted. */
export function resultParts({ vote, steps }: RunVerdict): readonly string[] {
  if (steps) return [`${steps.done} of ${countText(steps.all, 'step')}`]
  if (!vote) return []
  const ratio = (pick: (each: OptionVotes) => number) => vote.counts.map(pick).join(' : ')
  return [
    vote.counts.length > 1 ? ratio(({ votes }) => votes) : allFor(vote.counts),
    ...(vote.option === null ? ['undecided'] : []),
    ...(vote.chance ? [`${Math.round(vote.chance.right * 100)} %`] : []),
    ...(vote.counts.length > 1 && vote.counts.some(({ blind }) => blind > 0)
      ? [`blind vote was ${ratio(({ blind }) => blind)}`]
      : []),
    ...(vote.changed.length > 0 ? [`${vote.changed.length} changed`] : []),
  ]
}

/** Nobody ever held another option. One vote alone is not called unanimous. */
const allFor = ([only]: readonly OptionVotes[]): string => (only?.votes === 1 ? '1 vote' : 'unanimous')

/** One model alone is worth a word only if it voted as several. */
const modelsPart = ({ models, vote }: RunVerdict): readonly string[] =>
  models > 1 || (vote && models > 0) ? [countText(models, 'model')] : []

/** The verdict strip: `3 : 1 · 79 % · blind vote was 2 : 2 · 1 changed · $0.17 · 38 s · 4 models`, part by part. */
export const verdictParts = (verdict: RunVerdict): readonly string[] => [
  ...resultParts(verdict),
  verdict.cost,
  verdict.time,
  ...modelsPart(verdict),
]

/** The same with every number of the totals, for surfaces with room for one line about a run's end. */
export const endingParts = (verdict: RunVerdict, totals: Totals): readonly string[] => [
  ...resultParts(verdict),
  ...totalsText(totals),
  ...modelsPart(verdict),
]

/** Questions that every surface offers once there is a result: a label, and what is asked. */
export const followUpQuestions = [
  { label: 'What would change this answer?', question: 'What would change this answer?' },
  { label: 'The strongest argument against it?', question: 'What is the strongest argument against it?' },
] as const

const LONGEST_DECIDED = 150

/** What lists and notifications say of a run that is over: what was decided and by which votes, else its summary. */
export function headlineOf(session: Session): string {
  const verdict = verdictOf(session.run)
  const [votes, chance] = verdict ? resultParts(verdict) : []
  if (!verdict?.vote) return isLeftOpen(session) ? 'Undecided' : summaryOf(session)
  // A notification has room for 200 characters: the numbers must be among them.
  const decided = cutAtWord(cleanLine(verdict.vote.option ?? 'Undecided'), LONGEST_DECIDED)
  const parts = [decided, votes, verdict.vote.chance ? chance : undefined].filter((part) => part !== undefined)
  return parts.join(' · ')
}

/** A panel was to decide, and no ballot could be counted. Its report may well begin with an option all the same. */
const isLeftOpen = ({ run }: Session): boolean =>
  run?.mode === 'panel' &&
  run.finished !== null &&
  run.finished.reason !== 'rehearsal' &&
  isOpen(run.data as unknown as Panel)
