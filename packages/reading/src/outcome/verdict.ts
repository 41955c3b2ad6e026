import {
  cleanLine,
  countText,
  cutAtWord,
  decisionOf,
  durationText,
  type FinalState,
  type Held,
  isBlind,
  isOpen,
  optionHeld,
  type Panel,
  type Plan,
  panelIn,
  priceParts,
  type Run,
  readPanel,
  type Session,
  seatsOf,
  summaryOf,
  type Totals,
  tally,
  timesIn,
  tokensOf,
  tokensText,
  totalsText,
  unacceptedText,
} from '@convene/domain'

/** How many votes an option has, and how many it had before a debate. None if there was no debate. */
export type OptionVotes = { readonly option: string; readonly votes: number; readonly blind: number }

/** A vote against the decision, with the voter's newest message to cite. */
export type Dissent = {
  readonly agent: string
  readonly option: string
  readonly confidence: number | null
  readonly reason: string
  readonly message: string | null
}

/** The result of a panel's vote. */
export type VoteVerdict = {
  /** Null if it was left open. */
  readonly option: string | null
  /** The votes did not decide, so the Head did. */
  readonly byHead: boolean
  /** The chosen option first, then by votes. Options nobody ever held are left out. */
  readonly counts: readonly OptionVotes[]
  /** How many could vote. Fewer votes than that are not called unanimous. */
  readonly voters: number
  /** The probability that the decision is right, from 0 to 1, and how many resolved decisions it is based on. */
  readonly chance: { readonly right: number; readonly resolved: number } | null
  /** Who voted differently than in the blind round. */
  readonly changed: readonly string[]
  readonly dissent: readonly Dissent[]
}

/** What a reader wants to know first about a finished run. */
export type RunVerdict = {
  readonly vote: VoteVerdict | null
  /** `unaccepted`: how many were done and not accepted, in words. Empty if none. */
  readonly steps: { readonly accepted: number; readonly all: number; readonly unaccepted: string } | null
  readonly cost: string
  readonly time: string
  /** The number of different models asked. Zero in a rehearsal, since none was. */
  readonly models: number
}

/** Null while the run is active. */
export function verdictOf(run: Run | null): RunVerdict | null {
  if (!run?.finished) return null
  const { totals, reason, state } = run.finished
  const isRehearsal = reason === 'rehearsal'
  const panel = panelIn(run)
  const asked = seatsOf(run.team).filter(({ slug }) => (run.spentBy[slug]?.calls ?? 0) > 0)
  return {
    vote: panel && !isRehearsal ? voteOf(panel, state) : null,
    steps: run.mode === 'plan' && !isRehearsal ? stepsOf(run.data as unknown as Plan) : null,
    // A number, not the lack of one, is what people read first.
    cost: priceParts(totals)[0] ?? `${tokensText(tokensOf(totals))} tokens`,
    time: durationText(timesIn(totals).workedMs),
    models: isRehearsal ? 0 : new Set(asked.map(({ model }) => model)).size,
  }
}

/** Null if a run ended before there was anything to vote on. A panel that completed without a position left it open. */
function voteOf(panel: Panel, state: FinalState): VoteVerdict | null {
  const counts = countsIn(panel)
  if (readPanel(panel).decision === null && !(isOpen(panel) && state === 'completed')) return null
  const { option = null, how } = decisionOf(panel) ?? {}
  const isFirst = (each: OptionVotes) => Number(each.option === option)
  return {
    option,
    byHead: how === 'lead',
    counts: counts
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
  const { majority, blind } = tally(panel)
  return majority.map(({ option, points }, place) => ({
    option,
    votes: readPanel(panel).committed?.votes?.[option] ?? points,
    blind: blind?.[place]?.points ?? 0,
  }))
}

function chanceIn(panel: Panel, option: string): VoteVerdict['chance'] {
  const { probability, winner } = tally(panel)
  const counted = winner === option ? probability : undefined
  const right = readPanel(panel).committed?.probability ?? counted
  return right === undefined ? null : { right, resolved: readPanel(panel).resolved }
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

function stepsOf(plan: Plan): RunVerdict['steps'] {
  const accepted = plan.steps.filter(({ state, against }) => state === 'accepted' && !against).length
  const all = plan.steps.length
  return all === 0 ? null : { accepted, all, unaccepted: unacceptedText(plan) }
}

/** What was decided or done: `3 : 1`, `79 %`, `blind vote was 2 : 2`, `1 changed`. Empty if nothing was counted. */
export function resultParts({ vote, steps }: RunVerdict): readonly string[] {
  if (steps)
    return [`${steps.accepted} of ${countText(steps.all, 'step')}`, steps.unaccepted].filter((part) => part !== '')
  if (!vote) return []
  const ratio = (pick: (each: OptionVotes) => number) => vote.counts.map(pick).join(' : ')
  return [
    votesText(vote),
    ...(vote.option === null ? ['undecided'] : []),
    ...headPart(vote.byHead),
    ...chancePart(vote.chance),
    ...(vote.counts.length > 1 && vote.counts.some(({ blind }) => blind > 0)
      ? [`blind vote was ${ratio(({ blind }) => blind)}`]
      : []),
    ...(vote.changed.length > 0 ? [`${vote.changed.length} changed`] : []),
  ]
}

const headPart = (byHead: boolean): readonly string[] => (byHead ? ['decided by the Head'] : [])

const chancePart = (chance: VoteVerdict['chance']): readonly string[] =>
  chance ? [`${Math.round(chance.right * 100)} %`] : []

const NO_VOTES = 'no votes'

/** `unanimous` means that everybody voted and nobody ever held another option. A single vote is not called that. */
function votesText({ counts, voters }: VoteVerdict): string {
  const cast = counts.reduce((sum, { votes }) => sum + votes, 0)
  if (cast === 0) return NO_VOTES
  if (counts.length > 1) return counts.map(({ votes }) => votes).join(' : ')
  if (cast === 1) return '1 vote'
  return cast < voters ? `${cast} of ${voters} votes` : 'unanimous'
}

/** A single model is worth mentioning only if it voted as several. */
const modelsPart = ({ models, vote }: RunVerdict): readonly string[] =>
  models > 1 || (vote && models > 0) ? [countText(models, 'model')] : []

/** The verdict strip: `3 : 1 · 79 % · blind vote was 2 : 2 · 1 changed · $0.17 · 38 s · 4 models`, part by part. */
export const verdictParts = (verdict: RunVerdict): readonly string[] => [
  ...resultParts(verdict),
  verdict.cost,
  verdict.time,
  ...modelsPart(verdict),
]

/** The strip for texts that stand alone: `Decided 3 : 1`, `79 % likely right`, then the rest of it. */
export function labelledParts(verdict: RunVerdict): readonly string[] {
  const { vote } = verdict
  const [votes = '', ...rest] = verdictParts(verdict)
  if (!vote) return [votes, ...rest]
  const how = vote.option === null ? `Undecided ${votes}` : `Decided ${decidedBy(votes)}`
  // Without a vote, the next part says who decided.
  const first = votes !== NO_VOTES ? how : vote.option === null ? 'Undecided, no votes' : 'No votes'
  const labelled = rest.map((part) => (/^\d+ %$/u.test(part) ? `${part} likely right` : part))
  return [first, ...labelled.filter((part) => part !== 'undecided')]
}

const decidedBy = (votes: string): string =>
  votes === 'unanimous' ? 'unanimously' : /votes?$/u.test(votes) ? `by ${votes}` : votes

/** The same with every number of the totals, for surfaces with room for one line about a run's end. */
export const endingParts = (verdict: RunVerdict, totals: Totals): readonly string[] => [
  ...resultParts(verdict),
  ...totalsText(totals),
  ...modelsPart(verdict),
]

const LONGEST_DECIDED = 150

/** How lists and notifications describe a finished run: the decision and its votes, else its summary. */
export function headlineOf(session: Session): string {
  const verdict = verdictOf(session.run)
  if (!verdict?.vote) return summaryOf(session)
  const { option, byHead, chance } = verdict.vote
  // A notification has room for 200 characters, which must include the numbers.
  const decided = cutAtWord(cleanLine(option ?? 'Undecided'), LONGEST_DECIDED)
  return [decided, votesText(verdict.vote), ...headPart(byHead), ...chancePart(chance)].join(' · ')
}
