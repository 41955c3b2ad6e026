import { type Plan, type PlanStep, planText, type Session } from '@convene/domain'

/** What a step would do without asking, in words. */
export type StepGrant = { readonly step: string; readonly owner: string; readonly words: string }

/** The steps of the plan that waits at its gate. */
export const stepsAtGate = ({ run }: Session): readonly PlanStep[] =>
  run?.mode === 'plan' ? (run.data as unknown as Plan).draft : []

/** What passes with the plan: every step that may act without asking, and what it may do then. */
export const grantsIn = (steps: readonly PlanStep[]): readonly StepGrant[] =>
  steps.flatMap(({ id, owner, approve, tools }) => {
    if (approve !== 'auto' || tools?.length === 0) return []
    const may = tools ? `use ${tools.join(', ')}` : 'change files and run commands'
    return [{ step: id, owner, words: `may ${may} without asking` }]
  })

/** The same plan, with every step asking for what it wants to do. */
export const askingPlan = (steps: readonly PlanStep[]): string =>
  planText(steps.map((step) => (step.approve === 'auto' ? { ...step, approve: 'ask' } : step)))
