import { passText } from '../../check/check-text.ts'
import { record, rest, type Step } from '../../effect/effect.ts'
import { type Fact, fact } from '../../event/event.ts'
import type { PlanStep } from '../../event/step.ts'
import { isFor } from '../../mode/answers.ts'
import { assign } from '../../mode/assign.ts'
import { failRun } from '../../mode/conclude.ts'
import { standAtGate } from '../../mode/gate.ts'
import { openTasks, type Run, type Session } from '../../state/session.ts'
import type { Seat } from '../../team/team.ts'
import { countText } from '../../text/amounts.ts'
import { planReview, stepsAnswer } from './answers.ts'
import { checkPlan, leftOut } from './check-plan.ts'
import { chooseMembers } from './choose-members.ts'
import { DRAFTS } from './evolve.ts'
import { compositionText, missingIn, plannerOf, teammatesOf } from './form-team.ts'
import { asking, grantsText, unaskedIn } from './grants.ts'
import { planText } from './plan-text.ts'
import { planBrief, reviewPlanBrief } from './prompts.ts'
import { errorsText } from './read-plan.ts'
import { planSettings } from './settings.ts'
import type { Plan } from './state.ts'
import { movePlan } from './table.ts'

/** Three attempts in total: the first, and two with the errors pointed out. */
const MOST_TRIES = 3

/** Who works on this goal, by role and capability. It is recorded, so the log says who was chosen. */
export function formTeam(run: Run): Step {
  const choice = chooseMembers(run)
  const missing = missingIn(run)
  const lack = `The goal needs ${missing.join(' and ')}, but no team member has that capability.`
  return record(
    fact('message', { author: 'convene', role: 'system', kind: 'notification', text: compositionText(run, choice) }),
    fact('team.formed', { needs: [...choice.needs], members: [...choice.members], leftOut: [...choice.leftOut] }),
    ...(missing.length > 0 ? [fact('warning', { code: 'capability_missing', message: lack })] : []),
    movePlan(run, 'teamFormed'),
  )
}

/** Draft, review, revise, then the gate or the commit. */
export function nextPlanning(session: Session, run: Run, plan: Plan): Step {
  if (openTasks(session).some(({ kind }) => kind === 'plan' || kind === 'review_plan')) return rest
  if (plan.failure) return record(...failRun(session, plan.failure.code, plan.failure.message))
  if (wantsDraft(run, plan)) return plan.tries < MOST_TRIES ? draft(session, run, plan) : giveUp(session, plan)
  const unasked = unaskedFor(run, plan)
  if (unasked.length > 0) return record(...unasked.flatMap((seat) => reviewPlan(run, plan, seat)))
  return planSettings(run).approve ? record(movePlan(run, 'planReady')) : record(...commit(run, plan, plan.draft))
}

/** Teammates who have not reviewed the first plan: once each, and once more after an unreadable review. */
function unaskedFor(run: Run, { version, asked, unreadReviews, reviews }: Plan): readonly Seat[] {
  if (version !== 1) return []
  const count = (slugs: readonly string[], slug: string) => slugs.filter((one) => one === slug).length
  return teammatesOf(run).filter(({ slug }) => {
    const isReviewed = reviews.some(({ by }) => by === slug)
    return !isReviewed && count(asked, slug) <= Math.min(1, count(unreadReviews, slug))
  })
}

/** Whether to request a first plan, a revision with teammates' concerns, or a new one after the user sent it back. */
function wantsDraft(run: Run, plan: Plan): boolean {
  if (plan.version === 0 || plan.feedback !== null) return true
  const allAsked = unaskedFor(run, plan).length === 0
  return plan.version === 1 && allAsked && !plan.kept && plan.reviews.some(({ verdict }) => verdict === 'concerns')
}

function draft(session: Session, run: Run, plan: Plan): Step {
  const seat = plannerOf(run)
  const place = `${DRAFTS}${plan.version + 1}.${plan.tries + 1}`
  const takes = session.queue.filter((id) => isFor(session, id, seat, [seat]))
  return record(
    ...assign(run, { place, seat, kind: 'plan', description: planBrief(run, plan), answer: stepsAnswer, takes }),
  )
}

const reviewPlan = (run: Run, plan: Plan, seat: Seat): readonly Fact[] =>
  assign(run, {
    place: `planning/review/${seat.slug}${plan.asked.includes(seat.slug) ? '/again' : ''}`,
    seat,
    kind: 'review_plan',
    description: reviewPlanBrief(run, plan, plan.asked.includes(seat.slug)),
    answer: planReview,
    execution: 'single',
    conversation: 'fresh',
  })

/** Without a usable revision, the reviewed plan stays in force. Without any plan, the run fails. */
function giveUp(session: Session, plan: Plan): Step {
  const message = `The planner's answer could not be used in ${MOST_TRIES} attempts: ${errorsText(plan.errors)}`
  if (plan.version === 0 || plan.feedback !== null) return record(...failRun(session, 'invalid_plan', message))
  return record(fact('warning', { code: 'revision_failed', message: `${message} Keeping the previous plan.` }))
}

/** The user approves the plan, edits it, or sends it back. */
export function nextApproval(session: Session, run: Run, plan: Plan): Step {
  const { gate } = plan
  if (gate === null) return waitAtGate(session, run, plan, `${run.number}/gate${plan.version}`)
  if (gate.answer === null) return rest
  if (gate.answer === 'reject') return record(movePlan(run, 'userRejected', plan.feedback ?? ''))
  return gate.text === '' ? record(...commit(run, plan, asSaid(gate, plan.draft))) : edited(session, run, plan, gate)
}

function waitAtGate(session: Session, run: Run, plan: Plan, id: string): Step {
  // Approved in advance, so no one has looked at it, and it allows nothing.
  const grants = run.settings.yes ? [] : unaskedIn(session, run, plan.draft)
  const question = `Carry out this plan of ${countText(plan.draft.length, 'step')}? ${grantsText(grants)} ${checksText(plan.draft)}`
  const text = planText(plan.draft)
  return record(
    ...standAtGate(run, {
      id,
      gate: 'plan',
      question: question.replaceAll(/ {2,}/gu, ' ').trim(),
      text,
      grants,
      estimate: run.estimate,
    }),
  )
}

/** Approving the plan allows exactly these, so they are said in full. */
const checksText = (steps: readonly PlanStep[]): string =>
  steps
    .filter(({ checks = [] }) => checks.length > 0)
    .map(({ id, checks = [] }) => `${id} is done when ${checks.map(passText).join(' and ')}.`)
    .join(' ')

/** The user may approve the plan and still want to be asked. */
const asSaid = ({ ask }: NonNullable<Plan['gate']>, steps: readonly PlanStep[]): readonly PlanStep[] =>
  ask ? asking(steps) : steps

/** The user's edits are checked like any plan; the gate refuses what cannot be carried out. */
function edited(session: Session, run: Run, plan: Plan, gate: NonNullable<Plan['gate']>): Step {
  const checked = checkPlan(run, gate.text)
  const { steps: written, errors } = checked
  if (errors.length > 0) {
    const message = `The edited plan cannot be used: ${errorsText(errors)}`
    const told = fact('warning', { code: 'invalid_plan', message, details: [...errors] })
    return record(told, ...waitAtGate(session, run, plan, `${gate.id}-again`).record)
  }
  const version = plan.version + 1
  const steps = asSaid(gate, written)
  const drafted = fact('plan.drafted', { version, steps: [...steps], by: 'user' })
  return record(...leftOut(checked), drafted, ...commit(run, { ...plan, version }, steps))
}

/** A model cannot grant anything: what a plan grants in advance counts only if the user has looked at it. */
function commit(run: Run, plan: Plan, steps: readonly PlanStep[]): readonly Fact[] {
  const isSeen = planSettings(run).approve && !run.settings.yes
  const granted = steps.some(({ approve: grant }) => grant === 'auto')
  const message = 'No one reviews the plan of this run, so its steps approve nothing in advance.'
  const apart = run.settings.worktrees ? [] : steps.filter(({ worktree }) => worktree)
  const where = `${apart.map(({ id }) => id).join(', ')}: worktrees are not available here, so the work is done in the workspace itself.`
  return [
    ...(granted && !isSeen ? [fact('warning', { code: 'grant_ignored', message })] : []),
    ...(apart.length > 0 ? [fact('warning', { code: 'no_worktree', message: where })] : []),
    fact('plan.committed', {
      version: plan.version,
      steps: steps.map(isSeen ? (step) => step : withoutGrant),
      reviews: [...plan.reviews],
    }),
    movePlan(run, run.phase === 'awaiting_approval' ? 'userApproved' : 'planCommitted'),
  ]
}

function withoutGrant({ approve: grant, ...step }: PlanStep): PlanStep {
  return grant === 'ask' ? { ...step, approve: grant } : step
}
