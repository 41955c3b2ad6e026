import { checkNow, failureText } from '../../checked-work/run-work.ts'
import { claimsLine } from '../../claim/claim-text.ts'
import { record, rest, type Step, want } from '../../effect/effect.ts'
import { fact } from '../../event/event.ts'
import { followUp } from '../../mode/answers.ts'
import { assign } from '../../mode/assign.ts'
import type { Course, Pace } from '../../mode/course.ts'
import type { Mode, OpenedRun } from '../../mode/mode.ts'
import { messageBy } from '../../prompt/ask.ts'
import type { EffectKey, MessageId } from '../../shared/ids.ts'
import { isBusy, type Session } from '../../state/session.ts'
import { statusText } from '../../state/status.ts'
import { assignments } from '../orchestrate/answers.ts'
import { endWithoutPlan, memberTurn, course as passCourse } from '../orchestrate/mode.ts'
import { correctAsk } from '../orchestrate/prompts.ts'
import {
  askForPlan,
  askForSynthesis,
  handOut,
  MOST_PLANS,
  type PassContext,
  planningSeat,
  wantsCorrection,
} from '../orchestrate/steps.ts'
import { absorbReflection } from './absorb.ts'
import { ownVerdict, score } from './answers.ts'
import { leave, leaveAtLimit, progressFacts, stoppedWith } from './ending.ts'
import { reflectFace } from './face.ts'
import { hintsFor, stallHint } from './hints.ts'
import { maxIterations, plainGoal, USUAL_ITERATIONS } from './iterations.ts'
import { judgeAsk, planningAsk, selfJudgeAsk } from './prompts.ts'
import { stalledAt } from './stall.ts'
import { blankReflection, evolveReflection, isUnjudged, type Reflection } from './state.ts'
import { moveReflect, reflectTransitions } from './table.ts'
import { reflectView } from './view.ts'

const MOST_ERRORS = 3
const MOST_STALLS = 2
/** A lead that stops assigning is asked once more whether the goal is met. */
const MOST_SILENT = 2

/** Plan, work, synthesize, evaluate, and again until the goal is met or progress stops. */
export const reflect: Mode<Reflection> = {
  ...reflectFace,
  transitions: reflectTransitions,
  answers: [assignments, score, ownVerdict],
  seats: () => ({ lead: 'orchestrator', members: ['worker', 'worker'], judge: 'evaluator' }),
  limits: () => ({ maxCalls: 600, maxTotalTokens: 10_000_000, maxDuration: 180, maxIterations: 5 }),
  forecast: (run) => ({
    course: (pace) => course(run, pace),
    limits: { maxIterations: maxIterations(run) },
    countsIterations: true,
    turn: (seat) => memberTurn(run, seat),
  }),
  blank: blankReflection,
  evolve: evolveReflection,
  view: reflectView,
  absorb: absorbReflection,
  next,
  user: {
    hears: () => false,
    followUp: (session) => followUp(session, session.run ? [planningSeat(session.run)] : []),
    status,
    stopped: (session, data) => (session.run ? stoppedWith(session, session.run, data) : undefined),
  },
}

const ROUNDS: { readonly [pace in Pace]: number } = { least: 1, usual: 2, most: Number.MAX_SAFE_INTEGER }

/** Each iteration is a pass of plan, work and synthesis, followed by its evaluation. */
function course(run: OpenedRun, pace: Pace): Course {
  const rounds = Math.min(ROUNDS[pace], run.limits.maxIterations ?? USUAL_ITERATIONS)
  const { asked, inARow } = passCourse(run, pace)
  const judge = run.team.judge ?? run.team.lead ?? run.team.members[0]
  const evaluation = judge ? [{ seat: judge, calls: 1, input: 800, output: 300 }] : []
  const each = [...asked, ...evaluation].map((one) => ({ ...one, calls: one.calls * rounds }))
  return { asked: each, inARow: (inARow + 1) * rounds }
}

/** The current iteration, with the scores so far. */
function status(session: Session, { iteration, rounds }: Reflection): string {
  const scores = rounds.map(({ score }) => score.toFixed(2)).join(', ')
  const most = session.run ? maxIterations(session.run) : 0
  return `${statusText(session)} Iteration ${iteration} of ${most}${scores === '' ? '' : `; scores so far: ${scores}`}.`
}

function next(session: Session, data: Reflection): Step {
  const { run } = session
  if (!run || isBusy(session)) return rest
  const attempt = data.attempt > 1 ? `.${data.attempt}` : ''
  const here = (place: string) => `iteration${data.iteration}${attempt}/${place}`
  const context: PassContext = { run, goal: plainGoal(run), here }
  if (run.limit) return close(session, context, data)
  if (data.pass.failure) return failed(session, context, data)
  switch (run.phase) {
    case 'planning':
      return plan(session, context, data)
    case 'dispatching':
      return record(...handOut(session, context, data.pass), moveReflect(run, 'dispatched'))
    case 'collecting':
      return record(moveReflect(run, 'reported'))
    case 'synthesizing':
      return data.pass.synthesis
        ? record(moveReflect(run, 'synthesisComplete'))
        : record(...askForSynthesis(context, data.pass))
    case 'evaluating':
      return data.evaluated || isUnjudged(data)
        ? conclude(session, context, data)
        : (checkNow(session, run) ?? record(...askForEvaluation(session, context, data)))
    default:
      return rest
  }
}

function plan(session: Session, context: PassContext, data: Reflection): Step {
  const { run, here } = context
  const { pass, iteration, retryAt } = data
  const retry = `${run.number}/${here('retry')}` as EffectKey
  if (retryAt !== null && !session.fired[retry]) return want({ kind: 'timer', key: retry, notBefore: retryAt })
  if (wantsCorrection(pass))
    return record(...askForPlan(session, context, pass, { description: correctAsk(run, pass) }))
  if (pass.assignments.length > 0) {
    const active = pass.assignments.length
    return record(
      moveReflect(run, 'planned'),
      progressFacts(session, run, { done: iteration - 1, active, finished: 0 }),
    )
  }
  const ask = () => askForPlan(session, context, pass, planningAsk(session, run, data))
  if (pass.plans === 0) return record(...ask())
  if (iteration > 1 && data.met && failureText(run) === '') return record(...leave(session, run, data, 'leadSatisfied'))
  if (pass.plans >= (iteration > 1 && pass.dropped.length === 0 ? MOST_SILENT : MOST_PLANS))
    return record(...(iteration > 1 ? leave(session, run, data, 'nothingLeft') : endWithoutPlan(session, run)))
  return record(moveReflect(run, 'planRefused'), ...ask())
}

/** The lead has failed: the iteration is retried until it has failed too often in a row. */
function failed(session: Session, { run }: PassContext, data: Reflection): Step {
  if (data.errors + 1 >= MOST_ERRORS) return record(...leave(session, run, data, 'errorBudget'))
  return record(moveReflect(run, 'iterationFailed'))
}

/** By the judge, who sees only the result. Without one, or if it failed, by the lead. */
function askForEvaluation(session: Session, { run, here }: PassContext, data: Reflection) {
  const { judge } = run.team
  const lead = planningSeat(run)
  if (!judge || data.judgeFailed) {
    const description = selfJudgeAsk(run, data)
    const place = here(`self-evaluation${data.unjudged > 0 ? data.unjudged + 1 : ''}/${lead.slug}`)
    return assign(run, { place, seat: lead, kind: 'evaluate', description, answer: ownVerdict })
  }
  const message = data.pass.synthesis?.message
  const result = textOf(session, message)
  const claims = message ? messageBy(session, message)?.claims : undefined
  const place = here(`evaluation${data.unread > 0 ? data.unread + 1 : ''}/${judge.slug}`)
  const description = judgeAsk(run, data, result, claimsLine(claims))
  return assign(run, { place, seat: judge, kind: 'evaluate', description, answer: score, conversation: 'fresh' })
}

/** What follows from an evaluation: the goal is met, it stalls, it was the last attempt, or another iteration. */
function conclude(session: Session, { run }: PassContext, data: Reflection): Step {
  const failure = failureText(run)
  if (data.met && failure === '') return record(...leave(session, run, data, 'goalMet'))
  const similarity = data.evaluated ? similarityOf(session, data) : undefined
  const stalls = similarity === undefined ? 0 : data.stalls + 1
  const stall = similarity === undefined ? [] : [fact('stall', { similarity, consecutive: stalls })]
  if (stalls >= MOST_STALLS) return record(...stall, ...leave(session, run, data, 'stalled'))
  if (data.iteration >= maxIterations(run)) return record(...stall, ...leave(session, run, data, 'maxIterations'))
  const first = similarity === undefined ? [] : [fact('warning', { code: 'stalled', message: stallHint(similarity) })]
  const { iteration, pass } = data
  const [before, { score = 0 } = {}] = [data.rounds.at(-2)?.score, data.rounds.at(-1)]
  const hints = !data.evaluated ? [] : hintsFor(run, { iteration, score, before, reports: pass.reports })
  return record(
    ...stall,
    ...first,
    ...[...(failure === '' ? [] : [failure]), ...hints].map((message) =>
      fact('warning', { code: 'adjustment', message }),
    ),
    progressFacts(session, run, { done: iteration, active: 0, finished: pass.reports.length }),
    moveReflect(run, 'iterate'),
  )
}

function similarityOf(session: Session, { rounds }: Reflection): number | undefined {
  const texts = rounds.map(({ synthesis }) => textOf(session, synthesis))
  return stalledAt(texts.at(-1) ?? '', texts.slice(0, -1))
}

const textOf = (session: Session, id: MessageId | undefined): string => (id && messageBy(session, id)?.text) ?? ''

/** A limit was reached: this iteration's work is synthesized from the reserve and delivered. */
function close(session: Session, context: PassContext, data: Reflection): Step {
  const { run } = context
  const { pass, closing, latest } = data
  if (run.phase !== 'synthesizing' && run.phase !== 'evaluating') return record(moveReflect(run, 'limitReached'))
  const isWanting = run.phase === 'synthesizing' && !closing && (!pass.synthesis || pass.synthesis.incomplete)
  if (isWanting && (pass.reports.length > 0 || latest === null)) return record(...askForSynthesis(context, pass))
  return record(...leaveAtLimit(session, run, data))
}
