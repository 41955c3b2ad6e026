import type { Effect } from '../../effect/effect.ts'
import type { EffectKey } from '../../shared/ids.ts'
import type { Run } from '../../state/session.ts'
import type { StepRun } from './state.ts'

/**
 * Looks at the workspace after the commit of a plan or the end of a step, and takes over what was done apart. Its snapshot
 * names what all runs of the step have changed; of a worktree, that is in the patch.
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
