import { z } from 'zod'
import { Check, CheckResult, Moment } from '../check/check.ts'
import { EffectKey } from '../shared/ids.ts'

/** Events of what Convene checks itself. An intent without an end runs again. */
export const checkFacts = {
  'check.started': z.object({
    effect: EffectKey,
    check: Check,
    moment: Moment,
    since: z.string(),
    shared: z.boolean().optional(),
    /** The worktree whose files are checked, if not the workspace's. */
    worktree: z.string().optional(),
    /** Nobody was asked: it runs only if the rules allow it. */
    unasked: z.boolean().optional(),
    timeoutMs: z.number().int().min(0),
  }),
  'check.finished': CheckResult,
} as const
