import { unseenAt } from '../../checked-work/work.ts'
import { type Effect, record, type Step, want } from '../../effect/effect.ts'
import { type Fact, fact } from '../../event/event.ts'
import { assign } from '../../mode/assign.ts'
import { limitText } from '../../run/limit-text.ts'
import { openTasks, type Run, type Session, seatName, seatOf } from '../../state/session.ts'
import { offerAnswer, waysOn } from './answers.ts'
import { MOST_HANDOFFS, MOST_MERGES, mayDecide, outOfTries } from './bounds.ts'
import { openContest } from './candidate.ts'
import { checkOfCandidate } from './candidate-standing.ts'
import { capture } from './capture.ts'
import { awaitsChecks, checkBefore, checkOf, refusedChecks, sentBack } from './checking.ts'
import { workOf } from './checks.ts'
import { type Deciding, heed, isAcceptedAsIs, putToVote, tryAgainOrFail } from './decide.ts'
import { leadOf, ownersOf } from './form-team.ts'
import { moveTo } from './move.ts'
import { candidateCaptures, nextContest } from './next-contest.ts'
import { handoffBrief, optionsBrief } from './prompts.ts'
import { planSettings } from './settings.ts'
import { startStep } from './starting.ts'
import { isDone, isOut, type Plan, type StepRun, stepBy } from './state.ts'
import { movePlan } from './table.ts'
import { hasWorktree, stepWorktree } from './worktree.ts'

/** Runs steps whose dependencies are done, up to `maxParallel` at a time, decides blocked ones, then reviews. */
export function nextExecuting(session: Session, run: Run, plan: Plan): Step {
  if (!plan.snapshot) return want(capture(run))
  const moved = plan.steps.flatMap((step) => moveOn(session, run, plan, step))
  if (moved.length > 0) return record(...moved)
  const isChecking = plan.steps.some((step) => awaitsChecks(run, plan, step))
  const startable = run.limit || isChecking ? [] : startableIn(run, plan)
  const ready = startable.filter((step) => unseenAt(workOf(run, plan, step), 'before').length === 0)
  if (ready.length > 0) return record(...ready.flatMap((step) => startStep(session, run, plan, step)))
  const unfinished = plan.steps.filter(({ state }) => ['running', 'waiting', 'blocked'].includes(state))
  const due = unfinished.flatMap((step) => candidateCaptures(run, step))
  const captures = [...due, ...mergesOf(session, run, unfinished, isChecking)]
  const own = isChecking ? checkOf(run, plan) : checkBefore(run, plan, startable)
  const checks = [...own, ...checkOfCandidate(run, plan, session.started)]
  if (unfinished.length > 0 || checks.length > 0) return want(...captures, ...checks)
  return record(movePlan(run, run.limit ? 'limitReached' : 'stepsFinished'))
}

/** What follows for a step from what has happened to it. */
export function moveOn(session: Session, run: Run, plan: Plan, step: StepRun): readonly Fact[] {
  switch (step.state) {
    case 'pending':
    case 'reopened':
      return passedOver(run, plan, step)
    case 'running': {
      const contest = openContest(step)
      if (contest) return nextContest({ session, run, plan }, step, contest)
      return step.report ? reported(session, run, plan, step) : offeredMeanwhile(session, run, step)
    }
    case 'waiting':
      return handedOn({ session, run, plan }, step)
    case 'blocked':
      return unblocked(session, run, step)
    default:
      return []
  }
}

/** A dependency of the step will not be done, or the run has used up its limits. */
function passedOver(run: Run, plan: Plan, step: StepRun): readonly Fact[] {
  if (run.limit) return [moveTo(step, 'skipped', { reason: limitOf(run) })]
  const missing = step.dependsOn.map((id) => stepBy(plan, id)).find((one) => one && isOut(one))
  return missing
    ? [
        moveTo(step, 'skipped', {
          reason: missing.state === 'failed' ? `${missing.id} failed` : `${missing.id} was skipped`,
        }),
      ]
    : []
}

const limitOf = (run: Run): string => `${limitText(run)} was reached`

/** The owner has reported: its changes are applied, and then the step is finished. */
function reported(session: Session, run: Run, plan: Plan, step: StepRun): readonly Fact[] {
  if (!step.report) return []
  if (step.conflict !== null) return conflicting({ session, run, plan }, step)
  if (!step.captured) return []
  const refused = run.limit ? [] : refusedChecks(run, plan, step, 'after')
  if (refused.length > 0) return refused
  if (awaitsChecks(run, plan, step)) return []
  const back = run.limit ? [] : sentBack({ session, run, plan }, step, 'after')
  if (back.length > 0) return back
  const done = moveTo(step, 'finished', step.report?.incomplete ? { reason: 'incomplete' } : {})
  return [done, progress(plan, step)]
}

function conflicting(context: Deciding, step: StepRun): readonly Fact[] {
  const reason = step.conflict ?? ''
  if (context.run.limit) return [moveTo(step, 'finished', { reason })]
  if (step.sides && step.sides.times <= MOST_MERGES && !outOfTries(context.plan, step))
    return [moveTo(step, 'pending', { reason: `${reason} It is merged by hand.` })]
  if (!mayDecide(context.run, context.plan, step, 'conflict')) return [moveTo(step, 'failed', { reason })]
  return [moveTo(step, 'blocked', { reason }), ...putToVote(context, step, { about: 'conflict', reason })]
}

function progress(plan: Plan, step: StepRun): Fact {
  const others = plan.steps.filter(({ id }) => id !== step.id)
  const done = others.filter((one) => isDone(one) || isOut(one)).length + 1
  const active = others.filter(({ state }) => state === 'running').length
  const finished = others.filter(isDone).length + 1
  return fact('progress', { done, total: plan.steps.length, active, finished }, { step: step.id })
}

/** Asks the member to take over the step. If it declines, the step stays where it was. */
function handedOn(context: Deciding, step: StepRun): readonly Fact[] {
  const { session, run, plan } = context
  const { offer } = step
  if (!offer) return [moveTo(step, 'pending')]
  if (run.limit) return [moveTo(step, 'skipped', { reason: limitOf(run) })]
  if (offer.state === 'acknowledged')
    return [moveTo(step, 'pending', { owner: offer.to, reason: handedText(run, step) })]
  if (offer.state !== 'refused') return askOffered(session, run, step)
  const reason = `${seatName(run, offer.to)} refused to take it over: ${offer.reason}`
  const isOver = step.handoffs >= MOST_HANDOFFS || outOfTries(plan, step) !== undefined
  return isOver ? tryAgainOrFail(context, step, { reason }) : [moveTo(step, 'pending', { reason })]
}

/** An owner that offers its step by tool call continues, or ends, once it knows the answer. */
function offeredMeanwhile(session: Session, run: Run, step: StepRun): readonly Fact[] {
  const { offer } = step
  if (offer?.state !== 'offered') return []
  const seat = ownersOf(run).find(({ slug }) => slug === offer.to)
  if (seat && step.handoffs <= MOST_HANDOFFS && !run.limit) return askOffered(session, run, step)
  const reason = seat ? 'It was handed over too many times.' : 'They own no steps in this team.'
  return [fact('handoff', { ...offer, reason, state: 'refused' }, { step: step.id, agent: offer.to })]
}

function askOffered(session: Session, run: Run, step: StepRun): readonly Fact[] {
  const seat = step.offer && seatOf(run, step.offer.to)
  if (step.offerAsked || !seat || isAsked(session, step, 'handoff')) return []
  return assign(run, {
    place: `${step.id}/handoff${step.handoffs}${step.offerUnread > 0 ? '-again' : ''}`,
    seat,
    kind: 'handoff',
    description: handoffBrief(run, step),
    answer: offerAnswer,
    execution: 'single',
    conversation: 'fresh',
    step: step.id,
  })
}

/** Why the step now belongs to the new owner. The work so far comes with the ask. */
export function handedText(run: Run, step: StepRun): string {
  const from = seatName(run, step.offer?.from ?? step.owner)
  return `${from} handed this step to you: ${step.offer?.reason || 'no reason was given'}`
}

/** A decision unblocks it. If its owner named no ways out, the lead is asked for some first. */
function unblocked(session: Session, run: Run, step: StepRun): readonly Fact[] {
  const heeded = heed(session, run, step)
  if (heeded.length > 0) return heeded
  if (run.limit) return [moveTo(step, 'failed', { reason: `${step.reason}; ${limitOf(run)}` })]
  if (step.decision !== null || isAsked(session, step, 'options')) return []
  return assign(run, {
    place: `${step.id}/options${step.blocks}${step.optionsUnread > 0 ? '-again' : ''}`,
    seat: leadOf(run),
    kind: 'options',
    description: optionsBrief(run, step),
    answer: waysOn,
    execution: 'single',
    conversation: 'fresh',
    step: step.id,
  })
}

const isAsked = (session: Session, step: StepRun, kind: string): boolean =>
  openTasks(session).some((task) => task.step === step.id && task.kind === kind)

/**
 * Steps that may run now, limited by the available slots. A step whose owner is paused takes no slot. It is started
 * only if nothing else runs, so that the run has something to wait for.
 */
function startableIn(run: Run, plan: Plan): readonly StepRun[] {
  const isHeld = ({ owner }: StepRun): boolean => run.pausedAgents.includes(owner)
  const running = plan.steps.filter(({ state }) => state === 'running')
  const room = planSettings(run).maxParallel - running.filter((step) => !isHeld(step)).length
  const ready = plan.steps.filter(({ state, dependsOn }) => {
    const waits = state === 'pending' || state === 'reopened'
    return waits && dependsOn.every((id) => isThere(plan, id))
  })
  const free = ready.filter((step) => !isHeld(step)).slice(0, Math.max(0, room))
  return free.length > 0 || running.length > 0 ? free : ready.slice(0, Math.max(0, room))
}

function isThere(plan: Plan, id: string): boolean {
  const step = stepBy(plan, id)
  return step !== undefined && isDone(step)
}

/**
 * What is applied now. Steps in the workspace itself are only looked at. Those in worktrees are merged one by one, in the
 * order in which they were reported, and each only once the checks on what was merged before have run.
 */
function mergesOf(session: Session, run: Run, unfinished: readonly StepRun[], isChecking: boolean): readonly Effect[] {
  const [apart, inPlace] = [true, false].map((one) => unfinished.filter((step) => hasWorktree(run, step) === one))
  const merges = (apart ?? [])
    .toSorted((one, other) => (one.contact ?? 0) - (other.contact ?? 0))
    .flatMap((step) => captureOf(session, run, step))
  const looks = (inPlace ?? []).flatMap((step) => captureOf(session, run, step))
  return [...looks, ...(isChecking && !run.limit ? [] : merges.slice(0, 1))]
}

/** A step's work is applied once its owner has reported, or once the team accepts it as is. */
function captureOf(session: Session, run: Run, step: StepRun): readonly Effect[] {
  const isOver = step.state === 'running' || isAcceptedAsIs(session, step)
  if (!isOver || !step.report || step.captured || step.conflict !== null) return []
  return [capture(run, step, hasWorktree(run, step) ? stepWorktree(step) : undefined)]
}
