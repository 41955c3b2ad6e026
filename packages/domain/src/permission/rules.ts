import { z } from 'zod'

export const Action = z.enum(['allow', 'ask', 'deny'])
export type Action = z.infer<typeof Action>

/** As in files: `{ "bash": { "*": "ask", "git *": "allow" }, "edit": "deny" }`. The last match wins. */
export const Rules = z.record(z.string(), z.union([Action, z.record(z.string(), Action)]))
export type Rules = z.infer<typeof Rules>

/**
 * The sources of rules, from the widest to the narrowest. The most restrictive layer wins, and the user's rules replace
 * the defaults.
 */
export const layers = ['safety', 'default', 'user', 'workspace', 'team', 'session', 'agent', 'parent', 'step'] as const
export type Layer = (typeof layers)[number]
