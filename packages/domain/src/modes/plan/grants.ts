import type { PlanStep, StepGrant } from '../../event/step.ts'
import type { Run } from '../../state/session.ts'
import { isInner } from '../../team/inner-tools.ts'
import { countText } from '../../text/amounts.ts'
import { cleanLine } from '../../text/clean.ts'
import type { ToolSpec } from '../../tool/tool.ts'

/** What passes with the plan: every step that may act without asking, and what it may do then. */
export function grantsIn(run: Pick<Run, 'settings'>, steps: readonly PlanStep[]): readonly StepGrant[] {
  return steps.flatMap((step) => {
    const may = step.approve === 'auto' ? wordsFor(Object.values(run.settings.tools), step) : []
    if (may.length === 0) return []
    return [{ step: step.id, owner: step.owner, words: `may ${listed(may)} without asking` }]
  })
}

/** The same steps, each asking for what it wants to do. */
export const asking = <S extends PlanStep>(steps: readonly S[]): readonly S[] =>
  steps.map((step) => (step.approve === 'auto' ? { ...step, approve: 'ask' } : step))

/** `s1 (coder) and s2 (tester) may change files without asking.` Steps that may do the same are named together. */
export function grantsText(grants: readonly StepGrant[]): string {
  const kinds = [...new Set(grants.map(({ words }) => words))]
  const whoMay = (kind: string) => grants.filter(({ words }) => words === kind)
  return kinds
    .map((kind) => `${listed(whoMay(kind).map(({ step, owner }) => `${step} (${owner})`))} ${kind}.`)
    .join(' ')
}

/** Reading never asks anyway. Tools that neither edit nor run commands are named, since no one can guess what they do. */
function wordsFor(specs: readonly ToolSpec[], { tools, budget }: PlanStep): readonly string[] {
  if (tools === undefined && specs.length === 0) return ['change files', 'run commands']
  const isMeant = ({ name, permission }: ToolSpec) => !tools || tools.includes(name) || tools.includes(permission)
  const acting = specs.filter((spec) => !spec.readOnly && isMeant(spec))
  const may = (wanted: string) => acting.some(({ permission }) => permission === wanted)
  const isKnown = (tool: string) =>
    isInner(tool) || specs.some((spec) => spec.name === tool || spec.permission === tool)
  const others = acting.filter(({ permission }) => permission !== 'edit' && permission !== 'bash')
  const named = [...others.map(({ name }) => name), ...(tools ?? []).filter((tool) => !isKnown(tool)).map(cleanLine)]
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
