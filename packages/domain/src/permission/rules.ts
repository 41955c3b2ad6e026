import { z } from 'zod'

export const Action = z.enum(['allow', 'ask', 'deny'])
export type Action = z.infer<typeof Action>

/** As written in files: `{ "bash": { "*": "ask", "git *": "allow" }, "edit": "deny" }`. Order matters: the last match wins. */
export const Rules = z.record(z.string(), z.union([Action, z.record(z.string(), Action)]))
export type Rules = z.infer<typeof Rules>

/** Where rules come from, from the widest to the narrowest. The most restrictive layer wins. */
export const layers = ['safety', 'user', 'workspace', 'team', 'session', 'agent', 'parent', 'step'] as const
export type Layer = (typeof layers)[number]
