import type { Check } from '../../check/check.ts'
import { checkText } from '../../check/check-text.ts'
import { givenChecks } from '../../checked-work/run-work.ts'
import type { PlanStep } from '../../event/step.ts'
import type { Run } from '../../state/session.ts'
import { planSettings } from './settings.ts'

/** Tools that change files. */
const CHANGING = ['edit', 'write', 'patch', 'bash']

/**
 * A step that may change files and names no check gets the project's own first command as a guard: what passed before
 * must still pass. You see it at the gate and can take it out. If nobody looks, only what the owner has named is added.
 */
export function withGuards(run: Run, steps: readonly PlanStep[]): readonly PlanStep[] {
  return withGiven(run, withCandidates(run, guarded(run, steps)))
}

/**
 * Steps that may change files get as many candidates as the user wants. A plan that nobody looks at cannot ask for more:
 * each of them costs as much as the step.
 */
function withCandidates(run: Run, steps: readonly PlanStep[]): readonly PlanStep[] {
  const wanted = Number(run.settings.options?.candidates ?? 1)
  return steps.map((step) => {
    const { candidates: written, ...others } = step
    const candidates = written ?? (mayChange(step) ? wanted : 1)
    const allowed = isSeen(run) ? candidates : Math.min(candidates, wanted)
    return allowed > 1 ? { ...others, candidates: allowed } : others
  })
}

/** The user's checks of the whole run belong to the last step: it is checked when the others are done. */
function withGiven(run: Run, steps: readonly PlanStep[]): readonly PlanStep[] {
  const given = givenChecks(run)
  if (given.length === 0) return steps
  const isLast = (step: PlanStep) =>
    step === steps.findLast(({ id }) => !steps.some(({ dependsOn }) => dependsOn.includes(id)))
  return steps.map((step) => (isLast(step) ? { ...step, checks: [...withoutDoubles(step, given), ...given] } : step))
}

/** A guard with the same command would prove less. */
function withoutDoubles({ checks = [] }: PlanStep, given: readonly Check[]): readonly Check[] {
  const texts = given.map(checkText)
  return checks.filter((check) => !texts.includes(checkText(check)))
}

const isSeen = (run: Run): boolean => planSettings(run).approve && !run.settings.yes

const mayChange = ({ tools }: PlanStep): boolean => tools === undefined || tools.some((tool) => CHANGING.includes(tool))

function guarded(run: Run, steps: readonly PlanStep[]): readonly PlanStep[] {
  const { project = [], found = [] } = run.settings.checks ?? {}
  const [line] = isSeen(run) ? [...project, ...found] : project
  if (line === undefined) return steps
  const guard = { kind: 'command' as const, run: line, guard: true }
  return steps.map((step) => (step.checks === undefined && mayChange(step) ? { ...step, checks: [guard] } : step))
}
