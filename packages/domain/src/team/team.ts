import { z } from 'zod'
import { Agent, ModelName, oneLineText, Slug, shownName } from '../agent/agent.ts'
import { LimitSettings } from '../limits/limits.ts'
import { Rules } from '../permission/rules.ts'
import { Reasoning } from '../reasoning/reasoning.ts'
import { Json } from '../shared/json.ts'

const MemberFields = z.strictObject({
  agent: z.union([Slug, Agent]),
  name: shownName(50).optional(),
  role: oneLineText(60).optional(),
  model: ModelName.optional(),
  reasoning: Reasoning.optional(),
  prompt: z.string().optional(),
  useFor: oneLineText(500).optional(),
  worktree: z.boolean().optional(),
})

/** A member in a team file: an agent's slug, or an agent with this team's changes to it. */
export const Member = z.union([Slug, MemberFields]).meta({ id: 'Member' })
export type Member = z.infer<typeof Member>

/** A team as people write it. */
export const Team = z.strictObject({
  $schema: z.string().optional(),
  name: oneLineText(80).min(1),
  slug: Slug,
  description: oneLineText(500).default(''),
  mode: z.string(),
  /** For agents that do not set their own. */
  reasoning: Reasoning.optional(),
  lead: Member.optional(),
  members: z.array(Member).min(1, 'must be a list of at least one member').max(100),
  judge: Member.optional(),
  entryAgent: z.string().optional(),
  sharedContext: z.string().default(''),
  routingContext: z.string().default(''),
  permissions: Rules.default({}),
  limits: LimitSettings.default({}),
  settings: z.record(z.string(), Json).default({}),
})
export type Team = z.infer<typeof Team>

export const SeatRole = z.enum(['lead', 'member', 'judge', 'agent', 'system'])
export type SeatRole = z.infer<typeof SeatRole>

/** An agent in a run: every choice made, nothing left to look up. */
export const Seat = Agent.extend({
  /** As it was when the run started: a stored session must stay readable. */
  name: oneLineText(50).min(1),
  /** `user` is the user's own seat, which has no model. */
  slug: z.union([Slug, z.literal('user')]),
  model: z.union([ModelName, z.literal('')]),
  seat: SeatRole,
  /** Who named the model: the agent or its team, or the user for this run. Absent: it was drawn, or is the default. */
  modelFrom: z.enum(['own', 'run']).optional(),
})
export type Seat = z.infer<typeof Seat>

/** The team as resolved when a run starts. Sessions keep it, so deleting a team file does not change any session. */
export const SeatedTeam = z.object({
  name: z.string(),
  slug: z.string(),
  lead: Seat.optional(),
  judge: Seat.optional(),
  members: z.array(Seat),
  /** Agents without a seat that others may call: subagents, and the hidden ones. */
  subagents: z.array(Seat).optional(),
  sharedContext: z.string(),
  routingContext: z.string(),
  permissions: Rules,
})
export type SeatedTeam = z.infer<typeof SeatedTeam>

/** Every seat of a team, the lead first. */
export function seatsOf(team: SeatedTeam): readonly Seat[] {
  return [team.lead, ...team.members, team.judge].filter((seat): seat is Seat => seat !== undefined)
}
