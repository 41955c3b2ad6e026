import { voterName } from '../../decision/commit.ts'
import { distinctOptions } from '../../decision/options.ts'
import { type EventPlace, type Fact, fact } from '../../event/event.ts'
import type { MessageKind } from '../../event/facts.ts'
import type { TaskReport } from '../../mode/mode.ts'
import { isRepeated, readAnswer, unreadAs } from '../../mode/read-answer.ts'
import { type Run, type Session, seatOf } from '../../state/session.ts'
import { candidateWorked, compared } from './absorb-candidates.ts'
import { offerAnswer, planReview, review, stepEnd, waysOn } from './answers.ts'
import { MOST_HANDOFFS, MOST_REOPENS, mayDecide, outOfTries } from './bounds.ts'
import { type Candidate, candidateAt } from './candidate.ts'
import { checkPlan, leftOut } from './check-plan.ts'
import { putToVote, tryAgainOrFail } from './decide.ts'
import { handedText } from './executing.ts'
import { leadOf, ownersOf, seatNamed } from './form-team.ts'
import { withGuards } from './guards.ts'
import { remarksIn } from './line-remarks.ts'
import { accepted, moveTo } from './move.ts'
import { planText } from './plan-text.ts'
import { errorsText } from './read-plan.ts'
import { type Plan, type StepRun, stepBy } from './state.ts'
import { withUnaccepted } from './unaccepted.ts'
import { UNREAD, unreadFact } from './unread.ts'

/** Reads the result of a plan's task: the only place that parses model text here. */
export function absorbPlan(session: Session, plan: Plan, report: TaskReport): readonly Fact[] {
  const { run } = session
  const task = session.tasks[report.task]
  if (!run || !task) return []
  const context: PlanContext = { session, run, plan, report, place: placeOf(run, report, task.step) }
  const step = stepBy(plan, task.step ?? undefined)
  switch (task.kind) {
    case 'plan':
      return drafted(context)
    case 'review_plan':
      return reviewedPlan(context)
    case 'synthesize':
      return wrappedUp(context)
    case 'follow_up':
      return followedUp(context)
    case 'work':
      return step ? worked(context, step, candidateAt(step, task.place)) : []
    case 'compare':
      return step ? [...saidIn(context), ...compared(context, step)] : []
    case 'options':
      return step ? proposed(context, step) : []
    case 'handoff':
      return step ? answeredOffer(context, step) : []
    case 'review':
      return step ? reviewed(context, step) : []
    default:
      return []
  }
}

type PlanContext = {
  readonly session: Session
  readonly run: Run
  readonly plan: Plan
  readonly report: TaskReport
  readonly place: EventPlace
}

function placeOf(run: Run, { task, agent }: TaskReport, step: string | null): EventPlace {
  return { task, agent, parent: String(run.number), ...(step !== null && { step }) }
}

function drafted(context: PlanContext): readonly Fact[] {
  const { run, plan, report, place } = context
  if (!report.ok) return run.limit ? [] : [failed(context)]
  const checked = checkPlan(run, report.report, report.incomplete)
  const { errors } = checked
  const steps = withGuards(run, checked.steps)
  if (errors.length > 0) {
    const message = `The planner's answer cannot be used: ${errorsText(errors)}`
    return [fact('warning', { code: 'invalid_plan', message, details: [...errors] }, place)]
  }
  const version = plan.version + 1
  return [
    fact('plan.drafted', { version, steps: [...steps], by: report.agent }, place),
    say(context, 'plan', planText(steps)),
    ...leftOut(checked, place),
  ]
}

function reviewedPlan(context: PlanContext): readonly Fact[] {
  const { run, plan, report, place } = context
  if (!report.ok) return [failed(context)]
  const word = readAnswer(context.session, report, planReview, undefined)
  const isLast = plan.unreadReviews.includes(report.agent) || run.limit !== null
  const who = voterName(run, report.agent)
  const warning = unreadFact(planReview, UNREAD.planReview, {
    what: unreadAs(context.session, report, who, `${who} neither approved the plan nor named concerns.`),
    after: 'What was said counts as concerns.',
    isLast,
    place,
  })
  if (!word && !isLast) return [warning]
  const { verdict } = word ?? { verdict: 'concerns' }
  return [
    ...(word ? [] : [warning]),
    fact('plan.reviewed', { by: report.agent, verdict, text: report.report }, place),
    say(context, 'review', report.report),
  ]
}

function wrappedUp(context: PlanContext): readonly Fact[] {
  const { run, plan, report } = context
  return report.ok ? [say(context, 'synthesis', withUnaccepted(run, plan, report.report))] : [failed(context)]
}

const followedUp = (context: PlanContext): readonly Fact[] => [
  context.report.ok ? say(context, 'answer', context.report.report) : failed(context),
]

const saidIn = (context: PlanContext): readonly Fact[] =>
  context.report.ok ? [say(context, 'review', context.report.report)] : [failed(context)]

/** How a step's task ended: with a report, blocked, handed off, out of budget, or failed. */
function worked(context: PlanContext, step: StepRun, candidate: Candidate | undefined): readonly Fact[] {
  const { run, report } = context
  const said = report.report === '' ? [] : [say(context, 'report', report.report)]
  if (candidate) return [...said, ...(report.ok ? [] : [failed(context)]), ...candidateWorked(context, step, candidate)]
  if (report.budget) return [...said, ...outOfBudget(context, step)]
  if (report.bound === 'no_progress' && !run.limit) {
    const reason = 'its owner made no progress: its calls were refused or repeated'
    return [...said, ...tryAgainOrFail(context, step, { reason, task: report.task, findings: report.report })]
  }
  if (!report.ok)
    return [
      ...said,
      failed(context),
      ...tryAgainOrFail(context, step, {
        reason: reasonOf(report),
        task: report.task,
        findings: report.report,
      }),
    ]
  if (step.offer?.state === 'acknowledged')
    return [
      ...said,
      moveTo(step, 'pending', {
        owner: step.offer.to,
        reason: handedText(run, step),
        task: report.task,
      }),
    ]
  const word = readAnswer(context.session, report, stepEnd, ownersOf(run))
  if (!word || word.kind === 'report' || run.limit) return said
  if (word.kind === 'blocked') return [...said, ...blocked(context, step, word)]
  return [...said, ...handsOn(context, step, word)]
}

function outOfBudget(context: PlanContext, step: StepRun): readonly Fact[] {
  const { report } = context
  const reason = `its budget of ${report.budget?.replace('_', ' ')} was used up`
  // It was tried often enough: what exists is its report.
  if (!mayDecide(context.run, context.plan, step, 'budget')) return []
  return [
    moveTo(step, 'blocked', { reason, task: report.task }),
    ...putToVote(context, step, { about: 'budget', reason, findings: report.report }),
  ]
}

function blocked(
  context: PlanContext,
  step: StepRun,
  { reason, options }: { readonly reason: string; readonly options: readonly string[] },
): readonly Fact[] {
  if (!mayDecide(context.run, context.plan, step, 'blocked')) {
    const why = outOfTries(context.plan, step) ?? `blocked ${step.blocks + 1} times`
    return [moveTo(step, 'failed', { reason: `${reason} (${why})`, task: context.report.task })]
  }
  const facts = [moveTo(step, 'blocked', { reason, task: context.report.task })]
  if (distinctOptions(options).length < 2) return facts
  return [...facts, ...putToVote(context, step, { about: 'blocked', reason, options, findings: context.report.report })]
}

/** An offer to a member who can take it. Otherwise the text is the owner's report. */
function handsOn(
  context: PlanContext,
  step: StepRun,
  { to, reason }: { readonly to: string; readonly reason: string },
): readonly Fact[] {
  const { run, plan, report, place } = context
  const seat = seatNamed(ownersOf(run), to)
  const refusal = !seat
    ? `nobody in the team is called "${to}"`
    : seat.slug === step.owner
      ? 'that is already its owner'
      : step.handoffs >= MOST_HANDOFFS
        ? `it was already offered ${MOST_HANDOFFS} times`
        : undefined
  if (!seat || refusal) {
    const message = `Step ${step.id} stays with ${step.owner}: ${refusal}.`
    const isOver = step.handoffs >= MOST_HANDOFFS || outOfTries(plan, step) !== undefined
    const change = { reason: message, task: report.task }
    return [
      fact('warning', { code: 'handoff_refused', message }, place),
      ...(isOver ? tryAgainOrFail(context, step, change) : [moveTo(step, 'pending', change)]),
    ]
  }
  const offer = { step: step.id, from: report.agent, to: seat.slug, reason, state: 'offered' as const }
  return [
    fact('handoff', offer, place),
    moveTo(step, 'waiting', { reason: `offered to ${seat.name}: ${reason}`, task: report.task }),
  ]
}

/** The lead's suggested ways out, or the default ones if there are fewer than two. */
function proposed(context: PlanContext, step: StepRun): readonly Fact[] {
  const { run, report, place } = context
  const vote = (options: readonly string[]) =>
    putToVote(context, step, { about: 'blocked', reason: step.reason, options })
  if (!report.ok) return [failed(context), ...vote([])]
  const options = readAnswer(context.session, report, waysOn, undefined)
  if (options) return vote(options)
  const who = voterName(run, report.agent)
  const isLast = step.optionsUnread > 0 || run.limit !== null
  const warning = unreadFact(waysOn, UNREAD.options, {
    what: unreadAs(context.session, report, who, `${who} named fewer than two ways out of step ${step.id}.`),
    after: 'The team votes on the usual ones.',
    isLast,
    place,
  })
  return isLast ? [warning, ...vote([])] : [warning]
}

function answeredOffer({ session, run, report, place }: PlanContext, step: StepRun): readonly Fact[] {
  if (!step.offer) return []
  const who = voterName(run, report.agent)
  const isLast = step.offerUnread > 0 || run.limit !== null
  const read = report.ok
    ? readAnswer(session, report, offerAnswer, undefined)
    : { acknowledged: false, reason: reasonOf(report) }
  const warning = unreadFact(offerAnswer, UNREAD.offer, {
    what: unreadAs(session, report, who, `${who} neither took step ${step.id} over nor refused it.`),
    after: `It stays with ${voterName(run, step.owner)}.`,
    isLast,
    place,
  })
  if (!read && !isLast) return [warning]
  const word = read ?? { acknowledged: false, reason: 'It gave no clear answer.' }
  const reason = word.acknowledged ? step.offer.reason : word.reason
  const answered = fact(
    'handoff',
    { ...step.offer, reason, state: word.acknowledged ? 'acknowledged' : 'refused' },
    place,
  )
  return read ? [answered] : [warning, answered]
}

function reviewed(context: PlanContext, step: StepRun): readonly Fact[] {
  const { report, place } = context
  if (!report.ok) return [failed(context), unread(step, reasonOf(report), place)]
  const word = readAnswer(context.session, report, review, undefined)
  const said = [say(context, 'review', report.report), ...remarksIn(context.session, report.report, place, step.patch)]
  if (!word) {
    const why = 'it neither accepts the result nor says what is missing'
    return [...said, unread(step, isRepeated(context.session, report) ? 'it repeats its instructions' : why, place)]
  }
  if (word.verdict === 'accept') return [...said, accepted(context.run, step, report.task)]
  const reason = `${word.reason} (review by ${voterName(context.run, report.agent)})`
  const why = outOfTries(context.plan, step)
  if (step.reopens < MOST_REOPENS && !why) return [...said, moveTo(step, 'reopened', { reason, task: report.task })]
  if (!mayDecide(context.run, context.plan, step, 'review'))
    return [...said, moveTo(step, 'failed', { reason: why ? `${reason} (${why})` : reason, task: report.task })]
  return [
    ...said,
    moveTo(step, 'blocked', { reason, task: report.task }),
    ...putToVote(context, step, { about: 'review', reason }),
  ]
}

/** After the second one, the step counts as finished but not as accepted. */
function unread(step: StepRun, why: string, place: EventPlace): Fact {
  const message = `The review of step ${step.id} is inconclusive: ${why}.`
  return fact('warning', { code: UNREAD.review, message, ...(step.unread > 0 && { unread: review.name }) }, place)
}

const reasonOf = ({ error }: TaskReport): string => error?.message ?? 'The agent failed.'

/** One agent failed, and the others continue. If there is no planner, the run fails, which `next` handles. */
function failed({ report, place }: PlanContext): Fact {
  const { code, message } = report.error ?? { code: 'failed', message: 'The agent failed.' }
  return fact('error', { code, source: report.agent, message, fatal: false }, place)
}

function say({ run, report, place }: PlanContext, kind: MessageKind, text: string): Fact {
  const seat = seatOf(run, report.agent)
  const isLead = report.agent === leadOf(run).slug
  const role = isLead ? 'lead' : seat?.seat === 'judge' ? 'judge' : 'member'
  const rehearsal = seat && run.settings.models[seat.model]?.rehearsal
  const marks = { ...(report.incomplete && { incomplete: true }), ...(rehearsal && { rehearsal: true }) }
  return fact('message', { author: report.agent, role, kind, text, ...marks }, place)
}
