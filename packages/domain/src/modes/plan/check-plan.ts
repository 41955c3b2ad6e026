import { type EventPlace, type Fact, fact } from '../../event/event.ts'
import type { PlanStep } from '../../event/step.ts'
import type { Run } from '../../state/session.ts'
import { innerTools } from '../../team/inner-tools.ts'
import { cleanLine } from '../../text/clean.ts'
import { candidatesOf, seatNamed } from './form-team.ts'
import { cutPlan, type ReadPlan, readPlan, type WrittenStep } from './read-plan.ts'

/** A plan that can be carried out, or everything that is wrong with it. */
export type CheckedPlan = {
  readonly steps: readonly PlanStep[]
  readonly errors: readonly string[]
  /** What was left out of a valid plan. */
  readonly warnings: readonly string[]
}

const ID = /^[A-Za-z0-9][\w-]{0,39}$/

/** Reads and checks a plan, by a model or the user alike: ids, owners, dependencies, cycles, tools. */
export function checkPlan(run: Run, text: string, isCut = false): CheckedPlan {
  return checkSteps(run, isCut ? cutPlan : readPlan(text))
}

function checkSteps(run: Run, { steps, errors, unknown = [] }: ReadPlan): CheckedPlan {
  if (errors.length > 0) return { steps: [], errors, warnings: [] }
  const found = [...idErrors(steps), ...steps.flatMap((step) => stepErrors(run, steps, step))]
  const wrong = found.length > 0 ? found : cycleErrors(steps)
  if (wrong.length > 0) return { steps: [], errors: wrong.slice(0, MOST_TOLD), warnings: [] }
  return { steps: steps.map(planned(run)), errors: [], warnings: unknownText(unknown) }
}

const MOST_TOLD = 12

function unknownText(keys: readonly string[]): readonly string[] {
  const named = keys.slice(0, MOST_TOLD).map((key) => `"${cleanLine(key).slice(0, 40)}"`)
  if (named.length === 0) return []
  return [`The plan has ${named.length === 1 ? 'an unknown key' : 'unknown keys'}, ignored: ${named.join(', ')}.`]
}

/** A warning for everything left out of a plan. */
export const leftOut = ({ warnings }: CheckedPlan, place: EventPlace = {}): readonly Fact[] =>
  warnings.map((message) => fact('warning', { code: 'unknown_plan_key', message }, place))

function idErrors(steps: readonly WrittenStep[]): readonly string[] {
  const ids = steps.map(({ id }) => id.toLowerCase())
  const twice = [...new Set(steps.filter(({ id }, index) => ids.indexOf(id.toLowerCase()) !== index))]
  const bad = steps.filter(({ id }) => !ID.test(id))
  return [
    ...twice.map(({ id }) => `The id "${id}" is used twice: every step needs its own.`),
    ...bad.map(({ id }) => `"${id}" is not a valid id: use letters, digits, - and _, at most 40.`),
  ]
}

function stepErrors(run: Run, steps: readonly WrittenStep[], step: WrittenStep): readonly string[] {
  const owners = candidatesOf(run)
  const unknown = step.dependsOn.filter((id) => !steps.some((other) => other.id === id))
  const names = owners.map(({ slug }) => slug).join(', ')
  return [
    ...(seatNamed(owners, step.owner)
      ? []
      : [`Step ${step.id} is owned by "${step.owner}", but no team member has that name. Members: ${names}.`]),
    ...unknown.map((id) => `Step ${step.id} depends on "${id}", which does not exist.`),
    ...unknownTools(run, step).map((tool) => `Step ${step.id} names the tool "${tool}", which does not exist.`),
  ]
}

/** A tool is known by its name or its permission. If a run has none, nothing can be checked. */
function unknownTools({ settings }: Run, { tools = [] }: WrittenStep): readonly string[] {
  const specs = Object.values(settings.tools)
  if (specs.length === 0) return []
  const known = new Set([...innerTools, ...specs.flatMap(({ name, permission }) => [name, permission])])
  return tools.filter((tool) => !known.has(tool))
}

/** One cycle, as the steps that wait for each other. Found by removing everything that waits for nothing. */
function cycleErrors(steps: readonly WrittenStep[]): readonly string[] {
  let waiting = steps
  for (;;) {
    const ids = new Set(waiting.map(({ id }) => id))
    const left = waiting.filter(({ dependsOn }) => dependsOn.some((id) => ids.has(id)))
    if (left.length === 0) return []
    if (left.length === waiting.length) return [`These steps wait for each other: ${circle(left)}.`]
    waiting = left
  }
}

function circle(steps: readonly WrittenStep[]): string {
  const path: string[] = []
  let id = steps[0]?.id ?? ''
  while (!path.includes(id)) {
    path.push(id)
    const step = steps.find((one) => one.id === id)
    id = step?.dependsOn.find((on) => steps.some((one) => one.id === on)) ?? id
  }
  return [...path.slice(path.indexOf(id)), id].join(' → ')
}

const planned =
  (run: Run) =>
  ({ owner, dependsOn, ...step }: WrittenStep): PlanStep => {
    const budget = step.budget && Object.fromEntries(Object.entries(step.budget).filter(([, one]) => one !== undefined))
    return {
      id: step.id,
      owner: seatNamed(candidatesOf(run), owner)?.slug ?? owner,
      description: step.description,
      acceptance: step.acceptance,
      dependsOn: [...new Set(dependsOn)],
      ...(step.tools && { tools: [...new Set(step.tools)] }),
      ...(step.approve && { approve: step.approve }),
      ...(budget && Object.keys(budget).length > 0 && { budget }),
      ...(step.worktree !== undefined && { worktree: step.worktree }),
      ...(step.candidates !== undefined && { candidates: step.candidates }),
      ...(step.checks.length > 0 && { checks: [...step.checks] }),
    }
  }
