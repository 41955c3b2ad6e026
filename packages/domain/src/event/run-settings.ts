import { z } from 'zod'
import { StoredRecord } from '../counting/stored-record.ts'
import { LimitName, LimitSettings } from '../limits/limits.ts'
import { Reasoning } from '../reasoning/reasoning.ts'
import { Json } from '../shared/json.ts'
import { ToolSpec } from '../tool/tool.ts'
import { Price } from '../usage/usage.ts'
import { LearnedWidth } from './estimate-facts.ts'
import { StartedBy } from './started-by.ts'

const Count = z.number().int().min(0)

/** `price: null` is an unknown price: it is shown as unknown, and a cost cap is refused. */
export const ModelInfo = z.object({
  price: Price.nullable(),
  context: Count.nullable(),
  /** The longest answer, including thinking. */
  output: Count.optional(),
  /** The levels it supports. Empty: it does not think. Absent: unknown. */
  reasoning: z.array(Reasoning).optional(),
  rehearsal: z.boolean().optional(),
  /** A whole agent with its own tools: of ours it only gets the one that asks for permission, and the session's own. */
  agent: z.boolean().optional(),
  /** How long a call may take and how long it may be silent, if different from the defaults. */
  timeoutMs: Count.optional(),
  idleMs: Count.optional(),
})
export type ModelInfo = z.infer<typeof ModelInfo>

/** How many plans there were, and of how many all steps were proven. */
const Proven = z.object({ plans: Count, all: Count })
const Factors = z.object({ low: z.number(), middle: z.number(), high: z.number() })

/** What finished runs have used for each minute and dollar that was estimated: less than `low` in one of ten. */
export const PastRuns = z.object({
  runs: Count,
  /** How many stayed within the range that was shown before them. */
  right: Count,
  minutes: Factors,
  costUsd: Factors.optional(),
  proven: Proven.optional(),
})
export type PastRuns = z.infer<typeof PastRuns>

/** What a run was started with apart from its team and limits. It is in the log, so a resume needs no settings. */
export const RunSettings = z.object({
  models: z.record(z.string(), ModelInfo),
  tools: z.record(z.string(), ToolSpec),
  permissions: z.array(
    z.object({
      layer: z.string(),
      rules: z.record(z.string(), Json),
      /** The rules among them that are defaults: `edit: *`. */
      builtIn: z.array(z.string()).optional(),
    }),
  ),
  /** For seats that do not set their own. */
  reasoning: Reasoning.optional(),
  grants: z.array(z.string()),
  yes: z.boolean(),
  /** Answers to the run's questions, given in advance, in order. */
  answers: z.array(z.string()).optional(),
  interactive: z.boolean(),
  /** Agents only got tools that change nothing. Later runs of the session keep this. */
  readOnly: z.boolean().optional(),
  startedBy: StartedBy,
  /** The span of the traced program that started it, as a `traceparent`. */
  trace: z
    .string()
    .regex(/^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/u)
    .optional(),
  /** How long an ask waits before it is denied. */
  askExpiresMs: Count.optional(),
  /** How long a vote is open, whether the user can vote, and when decisions are due for review. */
  decisions: z.object({ windowMs: Count, userVotes: z.boolean().optional(), reviewMs: Count.optional() }).optional(),
  /** What resolved decisions say about this team's models. Votes are counted with it. */
  record: StoredRecord.optional(),
  /** What finished runs of this mode and size have used. The estimate is corrected by it. */
  past: PastRuns.optional(),
  /** How far resolved estimates were off. The next range is as wide as they should have been. */
  width: LearnedWidth.optional(),
  /** Everyone is asked in a decision, although fewer might do: see `asksEveryone`. */
  asksAll: z.literal(true).optional(),
  /** What the record says about this team, in sentences. */
  advice: z.array(z.string()).optional(),
  /** The workspace's AGENTS.md, and the skills that agents may read. */
  agentsMd: z.string().optional(),
  skills: z.array(z.object({ name: z.string(), description: z.string() })).optional(),
  /**
   * Who works in a worktree, see `directoryOf`. `inside` is the path from the repository root to the workspace. `build`
   * is the worktree of everybody else, whose changes are in the workspace only once the user keeps them.
   */
  worktrees: z
    .object({ folder: z.string(), inside: z.string(), agents: z.array(z.string()), build: z.string().optional() })
    .optional(),
  /** The limits set by the team and the user: later runs of the session keep them, even if the settings change. */
  namedLimits: z.object({ team: LimitSettings, user: LimitSettings }).optional(),
  /** An agent names the session after its first run. Absent: the goal does. */
  titles: z.literal('agent').optional(),
  /** Commands the workspace's owner lets Convene check work with, and those found in the project. */
  checks: z.object({ project: z.array(z.string()), found: z.array(z.string()) }).optional(),
  variables: z.record(z.string(), z.string()),
  /** Options of the run that are declared in `run-request` and are no part of anything else here. */
  options: z.record(z.string(), Json).optional(),
  mode: z.record(z.string(), Json),
})
export type RunSettings = z.infer<typeof RunSettings>

const Amounts = z.object({
  calls: Count,
  input: Count,
  output: Count,
  costUsd: z.number().nullable(),
  minutes: z.number(),
})

/**
 * What a run will probably use. `least` and `most` are rarely exceeded. Made once, when the run starts: a gate and the
 * report show the same one.
 */
export const Estimate = Amounts.extend({
  least: Amounts.optional(),
  most: Amounts.optional(),
  /** The most calls on top of all that, and when they are made. Few runs need them. */
  rare: z.object({ calls: Count, when: z.string() }).optional(),
  /** The limits the run will probably reach before it is done. */
  over: z.array(LimitName).optional(),
  /** How many finished runs the range is learned from, and in how many of them the range before was right. */
  learned: z
    .object({
      runs: Count,
      right: Count,
      proven: Proven.optional(),
      /** What the calls alone suggest. */
      from: z.object({ minutes: z.number(), costUsd: z.number().nullable() }),
    })
    .optional(),
})
export type Estimate = z.infer<typeof Estimate>
