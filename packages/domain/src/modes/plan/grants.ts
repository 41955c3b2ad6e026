import { checksToAllow } from '../../checked-work/run-work.ts'
import type { PlanStep, StepGrant } from '../../event/step.ts'
import { openingRule } from '../../permission/opening-rule.ts'
import { type Run, type Session, seatOf } from '../../state/session.ts'
import { isOffered, ownLayers } from '../../task/tools.ts'
import { isInner } from '../../team/inner-tools.ts'
import { countText } from '../../text/amounts.ts'
import { cleanLine } from '../../text/clean.ts'
import type { ToolSpec } from '../../tool/tool.ts'
import { checkPlan } from './check-plan.ts'
import type { Plan } from './state.ts'

/** Every step that acts without asking once the plan is approved, because of the plan or of a rule, and what it may do. */
export const unaskedIn = (
  session: Pick<Session, 'grants'>,
  run: Run,
  steps: readonly PlanStep[],
): readonly StepGrant[] =>
  steps.flatMap((step) => (step.approve === 'auto' ? grantsIn(run, [step]) : ruledIn(session, run, step)))

/** What the plan itself grants: every step that asks nobody because the plan says so, and what it may do then. */
export const grantsIn = (run: Pick<Run, 'settings'>, steps: readonly PlanStep[]): readonly StepGrant[] =>
  steps.flatMap((step) => {
    const may = step.approve === 'auto' ? allWords(Object.values(run.settings.tools), step) : []
    return may.length === 0 ? [] : [grantOf(step, may)]
  })

/** `acts`: steps act without asking, unless every step has to ask. `runs`: its checks run, which never ask. */
type PlanAllows = { readonly acts: boolean; readonly runs: boolean }

/** What approving the pending plan, or this text in its place, allows that the rules would ask about. */
export function planAllows(run: Run, text?: string): PlanAllows {
  if (run.mode !== 'plan') return { acts: false, runs: false }
  const { draft } = run.data as unknown as Plan
  if (!text) return { acts: grantsIn(run, draft).length > 0, runs: runsChecks(run, draft) }
  const { steps, errors } = checkPlan(run, text)
  const acts = errors.length > 0 || steps.some(({ approve }) => approve === 'auto')
  return { acts, runs: runsChecks(run, steps) }
}

const runsChecks = (run: Run, steps: readonly PlanStep[]): boolean =>
  steps.some(({ checks = [] }) => checksToAllow(run, checks).length > 0)

/** What rules and earlier grants let a step do. A step that asks by itself heeds only the grants. */
function ruledIn({ grants }: Pick<Session, 'grants'>, run: Run, step: PlanStep): readonly StepGrant[] {
  const seat = seatOf(run, step.owner)
  if (!seat) return []
  const layers = step.approve === 'ask' ? [] : ownLayers(run, seat)
  const opened = actingIn(Object.values(run.settings.tools), step).flatMap((spec) => {
    const rule = isOffered(seat, spec.name) ? openingRule(spec.permission, layers, grants) : undefined
    return rule === undefined ? [] : [{ spec, rule }]
  })
  if (opened.length === 0) return []
  const rules = [...new Set(opened.map(({ rule }) => cleanLine(rule)))]
  const may = wordsFor(
    opened.map(({ spec }) => spec),
    step,
  )
  return [grantOf(step, may, ` (${rules.length === 1 ? 'rule' : 'rules'} ${rules.join(', ')})`)]
}

const grantOf = ({ id, owner }: PlanStep, may: readonly string[], why = ''): StepGrant => ({
  step: id,
  owner,
  words: `may ${listed(may)} without asking${why}`,
})

/** The same steps, each asking for what it wants to do, whatever the rules allow. */
export const asking = <S extends PlanStep>(steps: readonly S[]): readonly S[] =>
  steps.map((step) => ({ ...step, approve: 'ask' }))

/** The same steps without what the plan grants them. */
export const ungranted = <S extends PlanStep>(steps: readonly S[]): readonly S[] =>
  steps.map((step) => (step.approve === 'auto' ? { ...step, approve: 'ask' } : step))

/** `s1 (coder) and s2 (tester) may change files without asking.` Steps with the same grants are listed together. */
export function grantsText(grants: readonly StepGrant[]): string {
  const kinds = [...new Set(grants.map(({ words }) => words))]
  const whoMay = (kind: string) => grants.filter(({ words }) => words === kind)
  return kinds
    .map((kind) => `${listed(whoMay(kind).map(({ step, owner }) => `${step} (${owner})`))} ${kind}.`)
    .join(' ')
}

/** Tools of a step that do more than read: reading never asks anyway. */
const actingIn = (specs: readonly ToolSpec[], { tools }: PlanStep): readonly ToolSpec[] =>
  specs.filter(
    ({ name, permission, readOnly }) => !readOnly && (!tools || tools.includes(name) || tools.includes(permission)),
  )

/** All that a step may do, with tools that no one knows yet by their names. */
function allWords(specs: readonly ToolSpec[], step: PlanStep): readonly string[] {
  const { tools } = step
  if (tools === undefined && specs.length === 0) return ['change files', 'run commands']
  const isKnown = (tool: string) =>
    isInner(tool) || specs.some((spec) => spec.name === tool || spec.permission === tool)
  const unknown = (tools ?? []).filter((tool) => !isKnown(tool)).map(cleanLine)
  return wordsFor(actingIn(specs, step), step, unknown)
}

/** Tools that neither edit nor run commands are named, since no one can guess what they do. */
function wordsFor(
  acting: readonly ToolSpec[],
  { budget }: PlanStep,
  unknown: readonly string[] = [],
): readonly string[] {
  const may = (wanted: string) => acting.some(({ permission }) => permission === wanted)
  const others = acting.filter(({ permission }) => permission !== 'edit' && permission !== 'bash')
  const named = [...others.map(({ name }) => name), ...unknown]
  return [
    ...(may('edit')
      ? [budget?.files === undefined ? 'change files' : `change at most ${countText(budget.files, 'file')}`]
      : []),
    ...(may('bash') ? ['run commands'] : []),
    ...(named.length > 0 ? [`use ${named.join(', ')}`] : []),
  ]
}

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
