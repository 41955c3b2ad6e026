import { z } from 'zod'
import type { Run } from '../../state/session.ts'

/** What a person or a team sets about plans; what cannot be read is as usual. */
const PlanSettings = z.object({
  maxParallel: z.number().int().min(1).max(32).catch(3),
  /** Whether the person is asked to approve the plan. */
  approve: z.boolean().catch(true),
  /** Every step in a worktree of its own, unless the step says otherwise. */
  worktrees: z.boolean().catch(false),
  /** Who made a step that the review sends back does not do it again. */
  lockOut: z.boolean().catch(false),
  /** Only the members that fit the goal work on it; false: all of them, as when the user has named them. */
  chooseMembers: z.boolean().catch(true),
})
export type PlanSettings = z.infer<typeof PlanSettings>

export const planSettings = (run: Run): PlanSettings => PlanSettings.parse(run.settings.mode)
