import type { Effect } from '../../effect/effect.ts'
import type { EffectKey } from '../../shared/ids.ts'
import type { Run } from '../../state/session.ts'
import type { StepRun } from './state.ts'

/**
 * Looks at the workspace after the plan is committed or a step ends, and applies work done in a worktree. Its snapshot
 * names what all runs of the step have changed. For a worktree, that is in the patch.
 */
export function capture(run: Run, step?: StepRun, worktree?: string): Effect {
  const place = step ? `${step.id}/capture${step.attempt}` : 'planning/capture'
  return {
    kind: 'capture',
    key: `${run.number}/${place}` as EffectKey,
    run: run.number,
    label: step ? `step ${step.id} finished` : 'plan committed',
    ...(step && { step: step.id, agent: step.owner, files: worktree ? step.saved : [...step.saved, ...step.unsaved] }),
    ...(worktree && { worktree }),
  }
}
