import { z } from 'zod'

const Version = z.number().int().min(1)

/** The rules that a result was worked out by: how votes are counted, and how events become a state. */
export const RuleVersions = z.object({ counting: Version, fold: Version })
export type RuleVersions = z.infer<typeof RuleVersions>

/**
 * The rules of this version. `counting` changes whenever the same votes and the same record give another number, `fold`
 * whenever the same log gives another state. A result with other numbers is not refuted by ours.
 */
export const ownRules: RuleVersions = { counting: 1, fold: 1 }
