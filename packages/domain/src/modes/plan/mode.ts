import { record, rest, type Step } from '../../effect/effect.ts'
import { followUp } from '../../mode/answers.ts'
import { conclude } from '../../mode/conclude.ts'
import { evenly, type Pace } from '../../mode/course.ts'
import type { Mode } from '../../mode/mode.ts'
import { limitSentence } from '../../run/limit-text.ts'
import { isBusy, type Run, type Session } from '../../state/session.ts'
import { statusText } from '../../state/status.ts'
import { countText } from '../../text/amounts.ts'
import { absorbPlan } from './absorb.ts'
import { planAnswers } from './answers.ts'
import { checkPlan } from './check-plan.ts'
import { evolvePlan } from './evolve.ts'
import { nextExecuting } from './executing.ts'
import { planFace } from './face.ts'
import { leadOf, ownersOf } from './form-team.ts'
import { formTeam, nextApproval, nextPlanning } from './planning.ts'
import { errorsText } from './read-plan.ts'
import { nextReviewing } from './reviewing.ts'
import { isDone, noPlan, type Plan } from './state.ts'
import { movePlan, planTransitions } from './table.ts'
import { planView } from './view.ts'

const STEPS: { readonly [pace in Pace]: number } = { least: 2, usual: 5, most: 10 }
/** Calls per step: a few with tools, and its review. */
const CALLS_A_STEP: { readonly [pace in Pace]: number } = { least: 3, usual: 5, most: 10 }

/** A plan, approved, carried out step by step under policies, reviewed and recorded. */
export const plan: Mode<Plan> = {
  ...planFace,
  transitions: planTransitions,
  heirs: ownersOf,
  answers: planAnswers,
  seats: () => ({ lead: 'planner', members: ['coder', 'reviewer', 'tester', 'researcher'] }),
  limits: () => ({ maxCalls: 600, maxTotalTokens: 12_000_000, maxDuration: 240 }),
  forecast: ({ team }) => ({
    course: (pace) => evenly(team, 2 + team.members.length + STEPS[pace] * CALLS_A_STEP[pace]),
  }),
  blank: () => noPlan,
  evolve: evolvePlan,
  view: planView,
  absorb: absorbPlan,
  next,
  user: {
    hears: (session, task) => task.parent === null && session.run !== null && task.agent === leadOf(session.run).slug,
    followUp: (session) => followUp(session, session.run ? [leadOf(session.run)] : []),
    refuseEdit,
    status,
  },
}

function next(session: Session, data: Plan): Step {
  const { run } = session
  if (!run) return rest
  if (run.limit && !data.committed) return isBusy(session) ? rest : unplanned(session, run)
  switch (run.phase) {
    case 'initialized':
      return formTeam(run)
    case 'team_formed':
      return record(movePlan(run, 'planningStarted'))
    case 'planning':
      return nextPlanning(session, run, data)
    case 'awaiting_approval':
      return nextApproval(session, run, data)
    case 'executing':
      return nextExecuting(session, run, data)
    case 'reviewing':
      return nextReviewing(session, run, data)
    default:
      return rest
  }
}

/** If a limit leaves no plan, there is nothing to wrap up. */
function unplanned(session: Session, run: Run): Step {
  const summary = `${limitSentence(run)} There was no plan yet.`
  if (run.phase !== 'reviewing') return record(movePlan(run, 'limitReached'))
  return conclude(session, run, { trigger: 'reviewComplete', reason: 'done', summary, failure: 'no_plan' })
}

/** The plan's progress, and the steps that are neither done nor waiting for their turn. */
function status(session: Session, { steps, committed }: Plan): string {
  if (!committed) return statusText(session)
  const open = steps.filter(({ state }) => ['running', 'waiting', 'blocked', 'reopened'].includes(state))
  const which = open.map(({ id, state }) => `${id} is ${state}`).join(', ')
  return `${statusText(session)} ${steps.filter(isDone).length} of ${countText(steps.length, 'step')} done${which === '' ? '' : `; ${which}`}.`
}

/** An edited plan that cannot be carried out does not pass the gate. */
function refuseEdit(session: Session, text: string) {
  const errors = session.run ? checkPlan(session.run, text).errors : []
  return errors.length > 0
    ? { code: 'invalid_plan', message: `This plan cannot be used. ${errorsText(errors)}` }
    : undefined
}
