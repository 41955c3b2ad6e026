import { judgedText } from '../../check/proof.ts'
import { judgedChecks, judgedSoFar } from '../../checked-work/work.ts'
import { record, rest, type Step, want } from '../../effect/effect.ts'
import { type Fact, fact } from '../../event/event.ts'
import { isFor } from '../../mode/answers.ts'
import { assign } from '../../mode/assign.ts'
import { conclude, isRehearsed } from '../../mode/conclude.ts'
import type { Shortfall } from '../../mode/ending.ts'
import { outcomeText } from '../../state/decision.ts'
import { isBusy, openTasks, type Run, type Session, seatName } from '../../state/session.ts'
import { cleanLine } from '../../text/clean.ts'
import { review as declaredReview } from './answers.ts'
import { nextFinal } from './checking.ts'
import { planProof, unmetChecks, workOf } from './checks.ts'
import { dependantsOf, WRAP_UP } from './evolve.ts'
import { moveOn } from './executing.ts'
import { leadOf, reviewerOf, successorOf } from './form-team.ts'
import { accepted, moveTo } from './move.ts'
import { reviewBrief, wrapUpBrief } from './prompts.ts'
import { planSettings } from './settings.ts'
import { reportsOf } from './starting.ts'
import { isDone, isOut, type Plan, type StepRun } from './state.ts'
import { movePlan } from './table.ts'
import { withUnaccepted } from './unaccepted.ts'

/** An unreadable review is requested once more. */
const MOST_UNREAD = 2

/** Every finished step is checked by another member. A step that is sent back runs again, along with its dependants. */
export function nextReviewing(session: Session, run: Run, plan: Plan): Step {
  const moved = plan.steps
    .filter(({ state }) => state === 'blocked')
    .flatMap((step) => moveOn(session, run, plan, step))
  if (moved.length > 0) return record(...moved)
  const commented = run.limit ? [] : plan.steps.filter((step) => isDone(step) && (step.comments ?? []).length > 0)
  if (commented.length > 0) return record(...commented.map(backWithComments))
  const unreviewed = run.limit ? [] : plan.steps.filter((step) => isUnreviewed(session, step))
  if (unreviewed.length > 0) return record(...unreviewed.flatMap((step) => review(run, plan, step)))
  if (isReviewing(session) || plan.steps.some(({ state }) => state === 'blocked')) return rest
  const again = plan.steps.filter(({ state }) => state === 'reopened' || state === 'pending')
  if (again.length > 0 && !run.limit) return record(...reopen(run, plan), movePlan(run, 'stepReopened'))
  const final = nextFinal(session, run, plan)
  if (final.facts.length > 0) return record(...final.facts)
  return final.effects.length > 0 ? want(...final.effects) : final.waits ? rest : wrapUp(session, run, plan)
}

/** Your word reopens a step however often it was sent back before. */
const backWithComments = (step: StepRun): Fact =>
  moveTo(step, 'reopened', { reason: (step.comments ?? []).join('\n\n') })

const isReviewing = (session: Session): boolean => openTasks(session).some(({ kind }) => kind === 'review')

function isUnreviewed(session: Session, step: StepRun): boolean {
  if (step.state !== 'finished' || step.unread >= MOST_UNREAD) return false
  return !openTasks(session).some((task) => task.kind === 'review' && task.step === step.id)
}

function review(run: Run, plan: Plan, step: StepRun): readonly Fact[] {
  const seat = reviewerOf(run, step)
  if (!seat) {
    const message = `No one but its owner could review step ${step.id}, so it is accepted without review.`
    return [fact('warning', { code: 'unreviewed', message }, { step: step.id }), accepted(run, step)]
  }
  return assign(run, {
    place: `${step.id}/review${step.reviewsAsked + 1}`,
    seat,
    kind: 'review',
    description: reviewBrief(run, step, judgedSoFar(workOf(run, plan, step)).map(judgedText)),
    answer: declaredReview,
    // A reviewer changes nothing.
    execution: seat.execution === 'agentic' ? 'planning' : seat.execution,
    conversation: 'fresh',
    step: step.id,
  })
}

/** Steps that depend on a repeated step are repeated too, and their author may be locked out. */
function reopen(run: Run, plan: Plan): readonly Fact[] {
  const reopened = plan.steps.filter(({ state }) => state === 'reopened')
  const again = plan.steps.filter(({ state, attempt }) => state === 'reopened' || (state === 'pending' && attempt > 0))
  const dependants = new Map(
    again.flatMap(({ id }) => dependantsOf(plan, id).map((step) => [step.id, { step, on: id }] as const)),
  )
  const locked = planSettings(run).lockOut ? reopened : []
  return [
    ...locked.flatMap((step) => lockOut(run, step)),
    ...[...dependants.values()].map(({ step, on }) =>
      moveTo(step, 'pending', { reason: `${on}, which this step builds on, is being redone` }),
    ),
  ]
}

function lockOut(run: Run, step: StepRun): readonly Fact[] {
  const next = successorOf(run, step)
  if (!next) return []
  const reason = `${step.reason} (${seatName(run, step.owner)}, who did it, does not redo it)`
  return [moveTo(step, 'pending', { reason, owner: next.slug })]
}

/** The lead says what was achieved. Then comes the report, and the end. */
function wrapUp(session: Session, run: Run, plan: Plan): Step {
  if (openTasks(session).some(({ kind }) => kind === 'synthesize')) return rest
  const mayAsk = !run.limit?.exhausted && plan.steps.some((step) => isDone(step) || step.state === 'not_carried_out')
  const isUnasked = !plan.closing || (plan.closing.cut && !plan.closing.again && run.limit)
  if (isUnasked && mayAsk) return record(...askLead(session, run, plan))
  return isBusy(session) ? rest : finish(session, run, plan)
}

function askLead(session: Session, run: Run, plan: Plan): readonly Fact[] {
  const decided = Object.values(session.decisions).flatMap(({ topic, committed }) =>
    committed ? [`${topic}: ${outcomeText(committed)}`] : [],
  )
  return assign(run, {
    place: plan.closing ? `${WRAP_UP}-again` : WRAP_UP,
    seat: leadOf(run),
    kind: 'synthesize',
    description: wrapUpBrief(run, plan, decided),
    execution: 'single',
    shows: reportsOf(plan.steps),
    takes: session.queue.filter((id) => isFor(session, id, leadOf(run), [leadOf(run)])),
  })
}

function finish(session: Session, run: Run, plan: Plan): Step {
  const summary = reviewSummary(run, plan)
  const report = fact('artifact', { id: `${run.number}/report`, kind: 'report', title: 'Report', text: summary })
  const ending = {
    trigger: 'reviewComplete',
    reason: 'done',
    summary,
    short: shortOf(run, plan),
    proof: planProof(run, plan),
  }
  const isEmpty = !isRehearsed(run) && !plan.steps.some(isDone)
  return record(report, ...conclude(session, run, { ...ending, ...(isEmpty && { failure: 'no_step_done' }) }).record)
}

/** A step dropped by the team is not missing. One that no review accepted is, whatever its owner or the team says. */
function shortOf(run: Run, plan: Plan): Shortfall | undefined {
  const wanted = plan.steps.filter(({ dropped }) => !dropped)
  const done = wanted.filter((step) => step.state === 'accepted' && !step.against)
  const lacks = { what: 'steps' as const, done: done.length, of: wanted.length, who: [] }
  if (done.length === wanted.length) return unmetChecks(run, plan)
  if (wanted.some(isOut)) return { reason: 'steps_failed', lacks }
  const isAgainst = wanted.every(({ state }) => state === 'accepted')
  return { reason: isAgainst ? 'accepted_against_review' : 'steps_not_accepted', lacks }
}

/** The lead's words and the status of each step. Code writes the latter, so it is true whatever the lead says. */
export function reviewSummary(run: Run, plan: Plan): string {
  const rows = plan.steps.map((step) => {
    const { id, state, owner, description, report, reason } = step
    const isSaid = state === 'failed' || state === 'skipped' || step.against
    const why = isSaid && reason !== '' ? ` (${cleanLine(reason)})` : ''
    const cite = report?.message ? ` [${report.message}]` : ''
    const seen = judgedChecks(workOf(run, plan, step)).map((judged) => `\n  - ${judgedText(judged)}`)
    return `- ${id} ${state.replaceAll('_', ' ')}${why}, ${seatName(run, owner)}: ${cleanLine(description)}${cite}${seen.join('')}`
  })
  const result = withUnaccepted(run, plan, plan.closing?.text ?? '')
  return [result, ['## Steps', ...rows].join('\n')].filter((part) => part !== '').join('\n\n')
}
