import { z } from 'zod'
import { Claim } from '../claim/claim.ts'
import { Image } from '../image/image.ts'
import { Budgeted } from '../limits/allowance.ts'
import { LimitName, Limits } from '../limits/limits.ts'
import { CallId, EffectKey, Key, MessageId, SessionId } from '../shared/ids.ts'
import { Json } from '../shared/json.ts'
import { SeatedTeam } from '../team/team.ts'
import { Artifact, ReportedStep, Resource, ToolCall, ToolInquiry } from '../tool/tool.ts'
import { Usage } from '../usage/usage.ts'
import { askFacts } from './ask-facts.ts'
import { buildFacts } from './build-facts.ts'
import { candidateFacts } from './candidate-facts.ts'
import { checkFacts } from './check-facts.ts'
import { decisionSchemas } from './decision-facts.ts'
import { Decided, Lacks, Proof } from './end-facts.ts'
import { estimateFacts, Pooled } from './estimate-facts.ts'
import { experimentFacts } from './experiment-facts.ts'
import { MadeChange } from './fork-change.ts'
import { opinionFacts } from './opinion-facts.ts'
import { panelFacts } from './panel-facts.ts'
import { planFacts } from './plan-facts.ts'
import { reflectionFacts } from './reflect-facts.ts'
import { RuleVersions } from './rule-versions.ts'
import { Estimate, RunSettings } from './run-settings.ts'
import { taskFacts } from './task-facts.ts'

const Count = z.number().int().min(0)

export const Finish = z.enum(['stop', 'tools', 'length'])
export type Finish = z.infer<typeof Finish>

export const FinalState = z.enum(['completed', 'cancelled', 'failed'])
export type FinalState = z.infer<typeof FinalState>

export const Role = z.enum(['user', 'lead', 'member', 'judge', 'system'])
export type Role = z.infer<typeof Role>

export const MessageKind = z.enum([
  'user',
  'clarification',
  'topic',
  'argument',
  'experiment',
  'final_position',
  'ballot',
  'moderation',
  'assignment',
  'report',
  'synthesis',
  'answer',
  'notification',
  'plan',
  'evaluation',
  'review',
  'deliberation',
])
export type MessageKind = z.infer<typeof MessageKind>

export const Totals = z.object({
  calls: Count,
  input: Count,
  cached: Count,
  output: Count,
  costUsd: z.number(),
  unpriced: Count,
  /** From start to end. `worked` excludes time spent waiting for the user. */
  ms: Count,
  worked: Count.optional(),
})
export type Totals = z.infer<typeof Totals>

/**
 * Every event type with its data schema. This is the only place: the log parses with it, the guide is generated from
 * it, and a changed shape gets a new version here and a step in `upcast.ts`.
 */
export const facts = {
  'session.created': z.object({
    goal: z.string(),
    constraints: z.string().optional(),
    workspace: z.string(),
    title: z.string(),
    /** Secret. It makes what a redacted receipt leaves out impossible to guess. */
    salt: z.string().optional(),
  }),
  'session.updated': z.object({
    title: z.string().optional(),
    pinned: z.boolean().optional(),
    tags: z.array(z.string()).optional(),
    order: z.number().optional(),
    constraints: z.string().optional(),
  }),
  /** `seq` is the last event copied from the original. */
  'session.forked': z.object({
    from: SessionId,
    seq: Count,
    /** The original's chain there. */
    link: z.string().optional(),
    change: MadeChange.optional(),
  }),

  'run.started': z.object({
    number: Count,
    goal: z.string(),
    takes: z.array(MessageId),
    mode: z.string(),
    team: SeatedTeam,
    settings: RunSettings,
    limits: Limits,
    estimate: Estimate,
  }),
  'run.state': z.object({ from: z.string(), to: z.string(), trigger: z.string(), reason: z.string().optional() }),
  'run.finished': z.object({
    state: FinalState,
    reason: z.string(),
    summary: z.string(),
    totals: Totals,
    lacks: Lacks.optional(),
    decision: Decided.optional(),
    /** What was estimated. */
    estimate: Pooled.optional(),
    proof: Proof.optional(),
    /** What it was worked out by. */
    rules: RuleVersions.optional(),
    /** The chain at the end of the append before. An event cannot have its own link. */
    head: z.object({ seq: Count, link: z.string() }).optional(),
  }),

  message: z.object({
    author: z.string(),
    role: Role,
    kind: MessageKind,
    text: z.string(),
    to: z.string().optional(),
    replyTo: MessageId.optional(),
    round: Count.optional(),
    turn: Count.optional(),
    incomplete: z.boolean().optional(),
    /** A panelist asked the panel to look into something before closing. */
    needsMore: z.boolean().optional(),
    rehearsal: z.boolean().optional(),
    attachments: z.array(z.string()).optional(),
    images: z.array(Image).optional(),
    /** What it claims to have done or seen, and what the events say about that. */
    claims: z.array(Claim).optional(),
  }),
  'message.picked': z.object({ message: MessageId }),
  /** The envelope names the agent. It starts nothing new until `agent.resumed`, while the others continue. */
  'agent.paused': z.object({}),
  'agent.resumed': z.object({}),
  'agent.status': z.object({ status: z.enum(['created', 'active', 'thinking', 'idle', 'disposed']) }),

  ...taskFacts,

  'effect.started': z.object({
    effect: EffectKey,
    kind: z.enum(['model', 'tool']),
    attempt: Count,
    model: z.string().optional(),
    call: CallId.optional(),
    timeoutMs: Count,
    reserved: z
      .object({
        input: Count,
        estimated: Count.optional(),
        output: Count,
        thinking: Count.optional(),
        costUsd: z.number().nullable(),
      })
      .optional(),
  }),
  'effect.lost': z.object({ effect: EffectKey, uncertain: z.boolean().optional() }),
  'effect.aborted': z.object({ effect: EffectKey, partial: z.string().optional() }),
  'model.replied': z.object({
    effect: EffectKey,
    text: z.string(),
    calls: z.array(ToolCall),
    finish: Finish,
    outcome: z.enum(['complete', 'incomplete']),
    /** What the agent says it did itself on the way to this reply, if it is a program with its own tools. */
    steps: z.array(ReportedStep).optional(),
    /** Opaque: returned to the same model with the conversation. */
    provider: Json.optional(),
  }),
  'model.failed': z.object({
    effect: EffectKey,
    code: z.string(),
    message: z.string(),
    outcome: z.enum(['retry', 'fail']),
    retryable: z.boolean(),
    waitMs: Count.optional(),
    partial: z.string().optional(),
  }),
  'timer.fired': z.object({ effect: EffectKey }),
  'clock.jumped': z.object({ ms: z.number() }),

  'tool.called': z.object({ call: CallId, tool: z.string(), input: Json, resources: z.array(Resource) }),
  'tool.finished': z.object({
    effect: EffectKey.optional(),
    call: CallId,
    ok: z.boolean(),
    output: z.string(),
    ms: Count,
    truncated: z.boolean().optional(),
    /** What the agent sees in addition to the text. The bytes are with the session's files. */
    images: z.array(Image).optional(),
    /** The output is not the result yet: a task will answer this question from it. */
    inquiry: ToolInquiry.optional(),
    /** The call did not run: it would have exceeded this budget of the task or of one it works for. */
    budget: Budgeted.optional(),
    /** The call did not run: the user denied it, or a rule did, also because nobody could be asked. */
    denied: z.enum(['user', 'rule']).optional(),
  }),
  ...askFacts,

  ...panelFacts,
  ...estimateFacts,
  ...experimentFacts,
  ...opinionFacts,
  ...reflectionFacts,
  ...planFacts,
  ...candidateFacts,
  ...checkFacts,
  ...buildFacts,
  ...decisionSchemas,
  /** A named point in the log to fork from. `commit` is the workspace's, if it is a git repository. */
  snapshot: z.object({
    seq: Count,
    label: z.string(),
    commit: z.string().optional(),
    files: z.array(z.string()).optional(),
  }),
  'trust.granted': z.object({ workspace: z.string(), hash: z.string() }),

  artifact: Artifact.extend({ id: z.string() }),
  'artifact.reverted': z.object({ artifact: z.string() }),
  compaction: z.object({
    from: Count,
    to: Count,
    text: z.string(),
    /** Tool outputs were cut to this many characters, without a summary. */
    most: Count.optional(),
    tokensBefore: Count,
    tokensAfter: Count,
  }),

  usage: Usage.extend({
    effect: EffectKey,
    attempt: Count,
    model: Key,
    costUsd: z.number().nullable(),
    ms: Count,
    uncertain: z.boolean().optional(),
    /** The input estimated from its characters, if the provider counted it. */
    estimated: Count.optional(),
  }),
  /** A limit is used up: the run wraps up, or ends if even that is not possible (`exhausted`). */
  'limit.reached': z.object({
    which: LimitName,
    spent: z.number(),
    reserved: z.number(),
    cap: z.number(),
    exhausted: z.boolean().optional(),
  }),

  commentary: z.object({
    text: z.string(),
    level: z.enum(['brief', 'detailed', 'full']),
    source: z.enum(['reasoning', 'note']),
  }),
  progress: z.object({ done: Count, total: Count.optional(), active: Count, finished: Count, etaMs: Count.optional() }),
  /** `unread` names a declared answer that could not be read and is not requested again. */
  warning: z.object({
    code: z.string(),
    message: z.string(),
    details: Json.optional(),
    unread: z.string().optional(),
  }),
  error: z.object({
    code: z.string(),
    source: z.string(),
    message: z.string(),
    details: Json.optional(),
    fatal: z.boolean(),
  }),
} as const

export type Facts = { readonly [T in keyof typeof facts]: z.infer<(typeof facts)[T]> }
export type FactType = keyof Facts

/** All types. */
export const factTypes: readonly string[] = Object.keys(facts)

/** The newest version of each type, unless it is 1. */
export const versions: { readonly [T in FactType]?: number } = {}

export const versionOf = (type: FactType): number => versions[type] ?? 1
