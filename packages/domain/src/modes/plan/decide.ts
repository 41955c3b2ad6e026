import { optionKey, optionMeant } from '../../answer/option.ts'
import { voterName } from '../../decision/commit.ts'
import { distinctOptions } from '../../decision/options.ts'
import { proposeDecision } from '../../decision/propose.ts'
import { type Fact, fact } from '../../event/event.ts'
import type { TaskId } from '../../shared/ids.ts'
import { type Decision, decisionBy } from '../../state/decision.ts'
import { hasPerson } from '../../state/has-person.ts'
import type { Run, Session } from '../../state/session.ts'
import { type About, barredFrom, mayDecide, outOfTries, votersOn } from './bounds.ts'
import { successorOf } from './form-team.ts'
import { moveTo } from './move.ts'
import type { Plan, StepRun } from './state.ts'

/** The context for putting a step to a vote. */
export type Deciding = { readonly session: Session; readonly run: Run; readonly plan: Plan }

const DROP = 'drop the step'
const AGAIN = 'try again'
const REASSIGN = 'reassign'
const AS_IT_IS = 'accept what there is'
const DESPITE_REVIEW = 'accept as is'
const usual: { readonly [about in About]: readonly string[] } = {
  blocked: [AGAIN, DROP],
  failed: [AGAIN, REASSIGN, DROP],
  budget: [AS_IT_IS, 'go on with the same budget once more', DROP],
  review: [DESPITE_REVIEW, REASSIGN, DROP],
  conflict: ['do the step again on what is there now', 'leave its changes out'],
}

const topics: { readonly [about in About]: (step: StepRun, reason: string) => string } = {
  blocked: ({ id }, reason) => `Step ${id} is blocked: ${reason}`,
  failed: ({ id }, reason) => `Step ${id} has failed: ${reason}`,
  budget: ({ id }, reason) => `Step ${id} has ended early: ${reason}`,
  review: ({ id }, reason) => `Step ${id} was sent back a third time: ${reason}`,
  conflict: ({ id }, reason) => `The changes of step ${id} do not fit: ${reason}`,
}

type Question = {
  readonly about: About
  readonly reason: string
  readonly options?: readonly string[]
  /** What its owner has just said, which the fold does not know yet. */
  readonly findings?: string
}

/** Asks the team how to continue a step. */
export function putToVote(
  { session, run }: Pick<Deciding, 'session' | 'run'>,
  step: StepRun,
  { about, reason, options = [], findings = step.report?.text ?? '' }: Question,
): readonly Fact[] {
  const own = distinctOptions(options)
  return proposeDecision(session, run, {
    id: `${run.number > 1 ? `run${run.number}-` : ''}${about}-${step.id}-${numberOf(step)}`,
    topic: topics[about](step, reason),
    options: own.length >= 2 ? own : usual[about],
    evidence: evidenceOf(run, step, findings),
    eligible: votersOn(run, about, step),
    barred: barredFrom(about, step),
    by: step.owner,
    step: step.id,
  })
}

/** A failed step: the team decides how to continue, unless it was tried too often. */
export function tryAgainOrFail(
  context: Deciding,
  step: StepRun,
  { reason, task, findings }: { readonly reason: string; readonly task?: TaskId; readonly findings?: string },
): readonly Fact[] {
  const change = { reason, ...(task && { task }) }
  if (mayDecide(context.run, context.plan, step, 'failed'))
    return [
      moveTo(step, 'blocked', change),
      ...putToVote(context, step, { about: 'failed', reason, ...(findings && { findings }) }),
    ]
  const why = outOfTries(context.plan, step)
  return [moveTo(step, 'failed', { ...change, reason: why ? `${reason} (${why})` : reason })]
}

/** The number of this block: the step may be blocked already, or is about to be. */
const numberOf = ({ state, blocks }: StepRun): number => (state === 'blocked' ? blocks : blocks + 1)

const evidenceOf = (run: Run, { description, acceptance, owner }: StepRun, findings: string): string =>
  [
    description,
    acceptance && `Acceptance: ${acceptance}`,
    findings && `${voterName(run, owner)}, who owns the step, reports:\n\n${findings}`,
  ]
    .filter(Boolean)
    .join('\n\n')

/** The team or the user has decided to accept the step as is: its changes are to be applied. */
export function isAcceptedAsIs(session: Session, { state, decision }: StepRun): boolean {
  const made = state === 'blocked' && decision !== null ? decisionBy(session.decisions, decision) : undefined
  const option = made && optionOf(made)
  return option === AS_IT_IS || (option === DESPITE_REVIEW && !isAboutReview(made))
}

/** Only this vote knows what the review said. In any other, the same words mean that the step is done as far as it got. */
const isAboutReview = (decision: Decision | undefined): boolean =>
  decision !== undefined && /^(?:run\d+-)?review-/u.test(decision.id)

/** The user alone decided: the vote was theirs, or the team could not decide. */
const isByUser = ({ committed }: Decision): boolean => committed?.how === 'user' || committed?.how === 'undecided'

/** The decision: the team's, or the user's if the team could not decide. */
function optionOf({ committed, referred, options }: Decision): string | undefined {
  if (committed?.how !== 'undecided') return committed?.option
  const answer = referred?.answer ?? undefined
  return answer === undefined ? undefined : (optionMeant(options, answer) ?? answer)
}

/** How a step continues after the team has decided. Nothing before that. */
export function heed(session: Session, run: Run, step: StepRun): readonly Fact[] {
  const decision = step.decision === null ? undefined : decisionBy(session.decisions, step.decision)
  if (!decision?.committed) return []
  const option = optionOf(decision)
  if (option === undefined) return undecided(run, step, decision)
  if (isSkip(option)) return [moveTo(step, 'skipped', { reason: 'dropped by decision' })]
  const told = decidedText(run, decision)
  switch (option) {
    case DESPITE_REVIEW:
      return isAboutReview(decision) ? [acceptedDespite(step, decision)] : asItIs(step, option)
    case AS_IT_IS:
      return asItIs(step, option)
    case 'leave its changes out':
      return [moveTo(step, 'finished', { reason: option })]
    case REASSIGN:
      return [reassigned(run, step, told)]
    default:
      return [moveTo(step, 'pending', { reason: told })]
  }
}

/** It counts as done as far as it got, once its changes are in. */
const asItIs = (step: StepRun, reason: string): readonly Fact[] =>
  step.captured || step.conflict !== null ? [moveTo(step, 'finished', { reason })] : []

/** The user may accept what a review rejected. The team may too, but then it is said wherever the step is shown. */
const acceptedDespite = (step: StepRun, decision: Decision): Fact =>
  isByUser(decision)
    ? moveTo(step, 'accepted', { reason: 'accepted by you, against its review' })
    : moveTo(step, 'accepted', { reason: 'accepted by a vote, against its review', against: true })

/** The team could not decide: the user is asked, and the step waits. If nobody can be asked, it fails. */
function undecided(run: Run, step: StepRun, { id, topic, options, referred }: Decision): readonly Fact[] {
  if (referred) return []
  if (run.limit || !hasPerson(run)) return [moveTo(step, 'failed', { reason: `undecided: ${topic}` })]
  const question = `The team could not decide. ${topic}`
  const asked = { id: `${run.number}/undecided/${id}`, question, options: [...options], decision: id }
  return [fact('question.asked', asked, { step: step.id })]
}

const SKIP =
  /^(?:skip|drop|omit|abandon|leave out)(?: (?:it|this|that|(?:the|this) (?:whole )?step(?: \w+)?|step \w+))?$/u

/** An option in the owner's or the lead's words that amounts to `drop the step`. */
const isSkip = (option: string): boolean => SKIP.test(optionKey(option))

/** A decision as the next owner reads it: the question, the result, and everyone's reasons. */
function decidedText(run: Run, decision: Decision): string {
  const { topic, committed, votes, abstained } = decision
  const said = votes.map(
    ({ voter, option, reason }) =>
      `${voterName(run, voter)} voted for "${option}"${reason === '' ? '' : `: ${reason}`}`,
  )
  const [how = ''] = committed?.rationale.split('\n') ?? []
  const because = committed?.how === 'lead' ? (committed.rationale.split('\n').slice(1).join(' ') ?? '') : ''
  const by = committed?.how === 'undecided' ? ' by the user, since the team could not' : ''
  return [
    `Decided${by}: ${optionOf(decision)}. The question was: ${topic}`,
    [how, because].filter((part) => part !== '').join(' '),
    ...said,
    ...abstained.map((voter) => `${voterName(run, voter)} abstained`),
  ].join('\n')
}

function reassigned(run: Run, step: StepRun, told: string): Fact {
  const next = successorOf(run, step)
  if (!next) return moveTo(step, 'failed', { reason: 'there is nobody to reassign it to' })
  const reason = `Reassigned from ${voterName(run, step.owner)} to you: ${step.reason}\n${told}`
  return moveTo(step, 'pending', { reason, owner: next.slug })
}
