import { isRefusal } from '../../answer/refusal.ts'
import { record, rest, type Step } from '../../effect/effect.ts'
import type { Fact } from '../../event/event.ts'
import { last } from '../../list/list.ts'
import { followUp } from '../../mode/answers.ts'
import { endingFacts } from '../../mode/conclude.ts'
import { answersOf, type Course, evenly, type Pace, totalCalls } from '../../mode/course.ts'
import { cutShortfall, type Shortfall, unanswered } from '../../mode/ending.ts'
import type { Mode, OpenedRun } from '../../mode/mode.ts'
import { isBusy, type Run, type Session, seatName } from '../../state/session.ts'
import type { Seat } from '../../team/team.ts'
import { cleanLine } from '../../text/clean.ts'
import { absorbPass } from './absorb.ts'
import { assignments } from './answers.ts'
import { delivered, uncombined } from './deliver.ts'
import { orchestrateFace } from './face.ts'
import { correctAsk, nudgeAsk, planAsk } from './prompts.ts'
import { blankOrchestration, evolveOrchestration, type Orchestration } from './state.ts'
import {
  askForPlan,
  askForSynthesis,
  handOut,
  MOST_PLANS,
  memberMinutes,
  type PassContext,
  planningSeat,
  saidTo,
  wantsCorrection,
} from './steps.ts'
import { moveOrchestrate, orchestrateTransitions } from './table.ts'

/** A lead plans, members work in parallel, and the lead combines their reports into one result. */
export const orchestrate: Mode<Orchestration> = {
  ...orchestrateFace,
  transitions: orchestrateTransitions,
  answers: [assignments],
  seats: () => ({ lead: 'orchestrator', members: ['worker', 'worker'] }),
  limits: () => ({ maxCalls: 300, maxTotalTokens: 6_000_000, maxDuration: 120 }),
  forecast: (run) => ({ course: (pace) => course(run, pace), turn: (seat) => memberTurn(run, seat) }),
  blank: blankOrchestration,
  evolve: evolveOrchestration,
  absorb: absorbPass,
  next,
  user: {
    hears: (session, task) =>
      task.parent === null && session.run !== null && task.agent === planningSeat(session.run).slug,
    followUp: (session) => followUp(session, session.run ? [planningSeat(session.run)] : []),
  },
}

/** The minutes a member has for its task, and the setting that says so. */
export const memberTurn = (run: OpenedRun, seat: Seat) => ({
  limit: 'orchestrate.memberTimeout',
  minutes: memberMinutes(run, seat),
})

/** Members work in parallel, between the lead's plan and its synthesis. The first plan may have to be redone. */
export function course(run: OpenedRun, pace: Pace): Course {
  const { lead, members } = run.team
  const led = evenly(
    { ...run.team, members: lead ? [] : members.slice(0, 1), judge: undefined },
    pace === 'most' ? 4 : 2,
  )
  const asked = answersOf(run, members, pace)
  const longest = Math.max(0, ...asked.map(({ calls }) => calls))
  return { asked: [...led.asked, ...asked], inARow: totalCalls(led.asked) + longest }
}

function next(session: Session, data: Orchestration): Step {
  const { run } = session
  if (!run || isBusy(session)) return rest
  const context: PassContext = { run, goal: run.goal, here: (place) => place }
  if (run.limit && run.phase !== 'synthesizing') return record(moveOrchestrate(run, 'limitReached'))
  switch (run.phase) {
    case 'planning':
      return plan(session, context, data)
    case 'dispatching':
      return record(...handOut(session, context, data.pass), moveOrchestrate(run, 'dispatched'))
    case 'collecting':
      return record(moveOrchestrate(run, 'reported'))
    case 'synthesizing':
      return synthesize(session, context, data)
    default:
      return rest
  }
}

function plan(session: Session, context: PassContext, { pass }: Orchestration): Step {
  const { run, goal } = context
  if (pass.failure) return record(...fail(session, run, pass.failure))
  if (wantsCorrection(pass))
    return record(...askForPlan(session, context, pass, { description: correctAsk(run, pass) }))
  if (pass.assignments.length > 0) return record(moveOrchestrate(run, 'planned'))
  if (pass.plans === 0) return record(...askForPlan(session, context, pass, { description: planAsk(run, goal) }))
  if (pass.plans >= MOST_PLANS) return record(...endWithoutPlan(session, run))
  const again = askForPlan(session, context, pass, { description: nudgeAsk(run, pass) })
  return record(moveOrchestrate(run, 'planRefused'), ...again)
}

/** A synthesis cut off by a limit is requested once more, from the reserve. */
function synthesize(session: Session, context: PassContext, { pass, closing }: Orchestration): Step {
  const { run } = context
  const { synthesis, syntheses, failure } = pass
  const lead = planningSeat(run)
  if (syntheses === 0 || (run.limit && !closing && (!synthesis || synthesis.incomplete)))
    return record(...askForSynthesis(context, pass, saidTo(session, lead, lead)))
  const ending = { trigger: 'synthesisComplete', reason: 'done', short: shortOf(pass) }
  if (synthesis) {
    const { artifact, text } = delivered(session, run, synthesis.message)
    return record(artifact, ...endingFacts(session, run, { ...ending, summary: text }))
  }
  const { facts, text } = uncombined(session, run, pass.reports)
  const none = facts.length === 0 ? 'no_answer' : undefined
  if (run.limit) return record(...facts, ...endingFacts(session, run, { ...ending, summary: text, failure: none }))
  const why = failure ?? { code: 'no_answer', message: 'The lead gave no answer.' }
  return record(...facts, ...fail(session, run, why, text))
}

/** What the result lacks: a report, a part of the plan that reached nobody, its end, or the end of a report. */
function shortOf({ reports, synthesis, dropped }: Orchestration['pass']): Shortfall | undefined {
  const missing = unanswered('reported', reports)
  if (missing) return missing
  if (dropped.length > 0) return { reason: 'not_assigned' }
  return synthesis?.incomplete ? { reason: 'limit:length' } : cutShortfall(reports)
}

type Failure = { readonly code: string; readonly message: string }

/** A lead that fails for good fails the run. The members' work stays readable. */
function fail(session: Session, run: Run, { code, message }: Failure, more = ''): readonly Fact[] {
  const summary = [`${seatName(run, planningSeat(run).slug)} could not continue: ${message}`, more]
    .filter(Boolean)
    .join('\n\n')
  return endingFacts(session, run, { trigger: 'error', reason: '', summary, failure: code })
}

/** Ends a run whose lead assigns nobody. */
export const endWithoutPlan = (session: Session, run: Run): readonly Fact[] =>
  fail(session, run, {
    code: 'no_assignments',
    message: `it ${refusedWith(session)}assigned no member in ${MOST_PLANS} tries. Members: ${run.team.members.map(({ name }) => name).join(', ')}.`,
  })

/** What the lead has said instead of a plan, if it only refuses. */
function refusedWith({ messages }: Session): string {
  const { kind, text = '' } = last(messages) ?? {}
  return kind === 'plan' && isRefusal(text) ? `refused (“${cleanLine(text)}”) and ` : ''
}
