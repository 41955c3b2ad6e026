import { z } from 'zod'
import { onlyLower, onlyOn } from '../../setting/only-stricter.ts'
import { setting } from '../../setting/setting.ts'
import type { Run } from '../../state/session.ts'

/** The plan's entries in the settings file. */
export const declaredPlanSettings = {
  maxParallel: setting({
    schema: z.number().int().min(1).max(32),
    default: 3,
    untrusted: onlyLower,
    label: 'Parallel plan steps',
    hint: 'How many steps run at the same time.',
  }),
  approve: setting({
    schema: z.boolean(),
    default: true,
    untrusted: onlyOn,
    label: 'Approve plans first',
    hint: 'A plan waits for your approval before it runs.',
  }),
  worktrees: setting({
    schema: z.boolean(),
    default: false,
    untrusted: onlyOn,
    label: 'Plan steps in worktrees',
    hint: 'Run every plan step in its own git worktree.',
  }),
  lockOut: setting({
    schema: z.boolean(),
    default: false,
    untrusted: onlyOn,
    label: 'Rework by another agent',
    hint: 'If the review rejects a step, another agent redoes it.',
  }),
}

const { maxParallel, approve, worktrees, lockOut } = declaredPlanSettings

/** The settings of a plan run. Unreadable values fall back to their defaults. */
const PlanSettings = z.object({
  maxParallel: maxParallel.schema.catch(maxParallel.default),
  approve: approve.schema.catch(approve.default),
  /** Unless the step says otherwise. */
  worktrees: worktrees.schema.catch(worktrees.default),
  lockOut: lockOut.schema.catch(lockOut.default),
  /** Only members that fit the goal work on it. False: all of them, as when the user has named them. */
  chooseMembers: z.boolean().catch(true),
})
export type PlanSettings = z.infer<typeof PlanSettings>

export const planSettings = (run: Run): PlanSettings => PlanSettings.parse(run.settings.mode)
