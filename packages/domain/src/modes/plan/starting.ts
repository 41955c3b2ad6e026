import type { Fact } from '../../event/event.ts'
import type { Allowance } from '../../limits/allowance.ts'
import { isFor } from '../../mode/answers.ts'
import { type Assignment, assign } from '../../mode/assign.ts'
import type { MessageId } from '../../shared/ids.ts'
import { type Run, type Session, seatOf } from '../../state/session.ts'
import { stepEnd } from './answers.ts'
import { buildersOf } from './candidate-seats.ts'
import { leadOf } from './form-team.ts'
import { moveTo } from './move.ts'
import { alone, isContested, openCandidates } from './open-candidates.ts'
import { stepBrief } from './prompts.ts'
import type { Plan, StepRun } from './state.ts'
import { hasWorktree, stepWorktree } from './worktree.ts'

/** A step begins: its owner works on it, or several seats at once. */
export function startStep(session: Session, run: Run, plan: Plan, step: StepRun): readonly Fact[] {
  const begun = { ...step, attempt: step.attempt + 1 }
  const builders = isContested(run, step) ? buildersOf(run, begun, step.candidates ?? 1) : []
  if (builders.length > 1)
    return openCandidates(run, begun, builders, (owner) => ({
      ...workFor(session, run, plan, { ...begun, owner }),
      description: stepBrief(run, plan, { ...begun, owner }, true),
    }))
  return [
    moveTo(step, 'running', { attempt: begun.attempt }),
    ...alone(run, step),
    ...assign(run, {
      ...workFor(session, run, plan, begun),
      place: `${step.id}/run${begun.attempt}`,
      description: stepBrief(run, plan, step),
      ...(hasWorktree(run, begun) && { worktree: stepWorktree(begun) }),
    }),
  ]
}

/** What is the same for every seat that works on a step. */
function workFor(session: Session, run: Run, plan: Plan, step: StepRun): Omit<Assignment, 'place' | 'description'> {
  const seat = seatOf(run, step.owner) ?? leadOf(run)
  return {
    seat,
    kind: 'work',
    answer: stepEnd,
    conversation: 'fresh',
    shows: [...reportsOf(plan.steps.filter(({ id }) => step.dependsOn.includes(id))), ...beforeOf(step)],
    takes: session.queue.filter((id) => isFor(session, id, seat, [])),
    step: step.id,
    allowance: allowanceOf(step),
  }
}

/** The earlier work on a repeated step: its report and its reviewer's remark. */
const beforeOf = ({ report, remark }: StepRun): readonly MessageId[] =>
  [report?.message ?? null, remark].flatMap((id) => id ?? [])

/** The messages with these steps' reports. */
export const reportsOf = (steps: readonly StepRun[]): readonly MessageId[] =>
  steps.flatMap(({ report }) => report?.message ?? [])

/** Its tool policy. Reaching a budget ends the step with the result so far. */
function allowanceOf({ tools, approve, budget }: StepRun): Allowance {
  return { ...(tools && { tools: [...tools] }), ...(approve && { approve }), ...budget, ...(budget && { ends: true }) }
}
