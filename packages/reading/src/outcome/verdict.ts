import {
  cleanLine,
  countText,
  cutAtWord,
  durationText,
  estimateLine,
  isUnlikely,
  modeViewOf,
  type OptionVotes,
  type PlanView,
  type Pooled,
  priceParts,
  proofText,
  type Run,
  type Session,
  seatsOf,
  shortBasisText,
  summaryOf,
  type Totals,
  timesIn,
  tokensOf,
  tokensText,
  totalsText,
  unacceptedText,
  type VoteView,
} from '@convene/domain'
import { doubtAbout } from './doubt.ts'

/** What a reader wants to know first about a finished run. */
export type RunVerdict = {
  readonly vote: VoteView | null
  readonly estimate: Pooled | null
  /** `unaccepted`: how many were done and not accepted, in words. Empty if none. */
  readonly steps: {
    readonly accepted: number
    readonly all: number
    readonly unaccepted: string
    /** How many were proven, and how many accepted on whose word. Empty without checks. */
    readonly proof: string
  } | null
  /** The same of the run's own checks: `2 of 2 checks pass · 1 proven`. Empty without any. */
  readonly checks: string
  readonly cost: string
  readonly time: string
  /** The number of different models asked. Zero in a rehearsal, since none was. */
  readonly models: number
}

/** Null while the run is active. */
export function verdictOf(run: Run | null): RunVerdict | null {
  if (!run?.finished) return null
  const { totals, reason } = run.finished
  const isRehearsal = reason === 'rehearsal'
  const { vote, plan, estimate } = modeViewOf(run)
  const asked = seatsOf(run.team).filter(({ slug }) => (run.spentBy[slug]?.calls ?? 0) > 0)
  return {
    vote: isRehearsal ? null : vote,
    estimate: isRehearsal ? null : estimate,
    steps: isRehearsal || !plan?.committed ? null : stepsOf(run, plan),
    checks: isRehearsal || plan ? '' : proofIn(run),
    // A number, not the lack of one, is what people read first.
    cost: priceParts(totals)[0] ?? `${tokensText(tokensOf(totals))} tokens`,
    time: durationText(timesIn(totals).workedMs),
    models: isRehearsal ? 0 : new Set(asked.map(({ model }) => model)).size,
  }
}

function stepsOf(run: Run, plan: PlanView): RunVerdict['steps'] {
  const accepted = plan.steps.filter(({ state, against }) => state === 'accepted' && !against).length
  const all = plan.steps.length
  return all === 0
    ? null
    : {
        accepted,
        all,
        unaccepted: unacceptedText(plan),
        proof: proofIn(run),
      }
}

const proofIn = (run: Run): string => (run.finished?.proof ? proofText(run, run.finished.proof) : '')

/** What was decided or done: `3 : 1`, `79 %`, `blind vote was 2 : 2`, `1 changed`. Empty if nothing was counted. */
export function resultParts(
  { vote, estimate, steps, checks }: RunVerdict,
  wording: VoteWording = short,
): readonly string[] {
  const done = steps
    ? [`${steps.accepted} of ${countText(steps.all, 'step')}`, steps.proof, steps.unaccepted]
    : vote
      ? []
      : [checks]
  const guessed = estimate?.range ? [estimateLine(estimate)] : []
  return [...(vote ? voteParts(vote, wording) : []), ...guessed, ...done.filter((part) => part !== '')]
}

/** How a vote is worded: in a strip of parts, or in a text that stands alone. */
type VoteWording = {
  votes(vote: VoteView): readonly string[]
  chance(percent: string): string
}

function voteParts(vote: VoteView, wording: VoteWording): readonly string[] {
  const ratio = (pick: (each: OptionVotes) => number) => vote.counts.map(pick).join(' : ')
  return [
    ...wording.votes(vote),
    ...headPart(vote.byHead),
    ...chancePart(vote.chance, wording),
    ...(vote.counts.length > 1 && vote.counts.some(({ blind }) => blind > 0)
      ? [`blind vote was ${ratio(({ blind }) => blind)}`]
      : []),
    ...(vote.changed.length > 0 ? [`${vote.changed.length} changed`] : []),
  ]
}

const headPart = (byHead: boolean): readonly string[] => (byHead ? ['decided by the Head'] : [])

/** `79 % (first guess)`, `79 % (41 resolved)`, and whether another option is close. */
const chancePart = (chance: VoteView['chance'], wording: VoteWording): readonly string[] =>
  chance
    ? [
        `${wording.chance(`${Math.round(chance.right * 100)} %`)} (${shortBasisText(chance.basis)})`,
        ...(isUnlikely(chance.right) ? ['unlikely'] : []),
        ...(chance.isClose ? ['close'] : []),
      ]
    : []

const castIn = ({ counts }: VoteView): number => counts.reduce((sum, { votes }) => sum + votes, 0)

/** Everybody voted, and nobody ever held another option. A single vote is not called that. */
const isUnanimous = (vote: VoteView): boolean =>
  vote.counts.length === 1 && castIn(vote) > 1 && castIn(vote) >= vote.voters

function votesText(vote: VoteView): string {
  const { counts, voters } = vote
  const cast = castIn(vote)
  if (cast === 0) return 'no votes'
  if (counts.length > 1) return counts.map(({ votes }) => votes).join(' : ')
  if (isUnanimous(vote)) return 'unanimous'
  return cast === 1 ? '1 vote' : `${cast} of ${voters} votes`
}

const short: VoteWording = {
  votes: (vote) => [votesText(vote), ...(vote.option === null ? ['undecided'] : [])],
  chance: (percent) => percent,
}

const labelled: VoteWording = {
  votes: (vote) => [labelledVotes(vote)],
  chance: (percent) => `${percent} likely right`,
}

/** Without a vote, the next part says who decided. */
function labelledVotes(vote: VoteView): string {
  const hasVotes = castIn(vote) > 0
  if (vote.option === null) return hasVotes ? `Undecided ${votesText(vote)}` : 'Undecided, no votes'
  if (!hasVotes) return 'No votes'
  if (isUnanimous(vote)) return 'Decided unanimously'
  return vote.counts.length > 1 ? `Decided ${votesText(vote)}` : `Decided by ${votesText(vote)}`
}

/** A single model is worth mentioning only if it voted as several. */
const modelsPart = ({ models, vote }: RunVerdict): readonly string[] =>
  models > 1 || (vote && models > 0) ? [countText(models, 'model')] : []

/** The verdict strip: `3 : 1 · 79 % (41 resolved) · blind vote was 2 : 2 · 1 changed · $0.17 · 38 s · 4 models`, part by part. */
export const verdictParts = (verdict: RunVerdict): readonly string[] => [...resultParts(verdict), ...runParts(verdict)]

const runParts = (verdict: RunVerdict): readonly string[] => [verdict.cost, verdict.time, ...modelsPart(verdict)]

/** The strip for texts that stand alone: `Decided 3 : 1`, `79 % likely right (41 resolved)`, then the rest of it. */
export const labelledParts = (verdict: RunVerdict): readonly string[] => [
  ...resultParts(verdict, labelled),
  ...runParts(verdict),
]

/** The same with every number of the totals, for surfaces with room for one line about a run's end. */
export const endingParts = (verdict: RunVerdict, totals: Totals): readonly string[] => [
  ...resultParts(verdict),
  ...totalsText(totals),
  ...modelsPart(verdict),
]

const LONGEST_DECIDED = 150
const LONGEST_SAID = 120

/** How lists and notifications describe a finished run: the decision and its votes, else its summary. */
export function headlineOf(session: Session): string {
  const verdict = verdictOf(session.run)
  if (verdict?.estimate?.range) return estimateLine(verdict.estimate)
  if (!verdict?.vote) return saidOf(session, verdict)
  const { option, byHead, chance } = verdict.vote
  // A notification has room for 200 characters, which must include the numbers.
  const decided = cutAtWord(cleanLine(option ?? 'Undecided'), LONGEST_DECIDED)
  return [decided, votesText(verdict.vote), ...headPart(byHead), ...chancePart(chance, short)].join(' · ')
}

/** What agents say about a run, with what the events say against it. */
function saidOf(session: Session, verdict: RunVerdict | null): string {
  const doubt = doubtAbout(session)
  const said = summaryOf(session)
  return doubt === undefined
    ? withProof(said, verdict)
    : `${withProof(cutAtWord(said, LONGEST_SAID), verdict)} · ${doubt}`
}

/** What checks showed, in addition to what agents said. Only if there were checks. */
function withProof(summary: string, verdict: RunVerdict | null): string {
  if (!verdict || (verdict.checks === '' && !verdict.steps?.proof)) return summary
  return [cutAtWord(summary, LONGEST_SAID), ...resultParts(verdict)].filter((part) => part !== '').join(' · ')
}
