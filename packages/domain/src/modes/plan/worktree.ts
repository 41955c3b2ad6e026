import type { Run } from '../../state/session.ts'
import { winnerOf } from './candidate.ts'
import { planSettings } from './settings.ts'
import type { StepRun } from './state.ts'

/** In a separate worktree, if the step or the settings ask for it and the workspace supports it. */
export const hasWorktree = (run: Run, step: StepRun): boolean =>
  run.settings.worktrees !== undefined &&
  (winnerOf(step) !== undefined || (step.worktree ?? (planSettings(run).worktrees || isKeptApart(run, step))))

/** In a build, steps that may run at the same time are kept apart, so that each can be proven. */
const isKeptApart = (run: Run, { overlaps = false }: StepRun): boolean =>
  overlaps && run.settings.worktrees?.build !== undefined && planSettings(run).maxParallel > 1

/** The step's next owner gets the same one. After its changes were merged, there is a new one. */
export const stepWorktree = (step: StepRun): string =>
  winnerOf(step)?.worktree ?? `${stepFolderName(step.id)}-${step.desk}`

/** The worktree whose changes were applied last. */
export const usedWorktree = (step: StepRun): string =>
  winnerOf(step)?.worktree ?? `${stepFolderName(step.id)}-${step.desk - 1}`

/** The beginning of the names of a step's worktrees. */
export const stepFolderName = (id: string): string => `step-${id.toLowerCase().replaceAll('_', '-')}`
