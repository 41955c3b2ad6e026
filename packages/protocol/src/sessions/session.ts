import { Answer, Estimate, Json, LimitSettings, Limits, type Session, type WireEvent } from '@convene/domain'
import { z } from 'zod'
import { Time } from '../shared.ts'
import { PendingView } from './pending.ts'

const Count = z.number().int().min(0)

/** A row of the list. */
export const SessionRow = z
  .object({
    id: z.string(),
    seq: Count,
    title: z.string(),
    /** What it came to, in a sentence or two; empty until its run ends. */
    summary: z.string(),
    goal: z.string(),
    workspace: z.string(),
    mode: z.string(),
    team: z.string(),
    phase: z.string(),
    reason: z.string(),
    /** How much waits for a person. */
    asks: Count,
    costUsd: z.number().nullable(),
    tokens: Count,
    pinned: z.boolean(),
    /** The place that a person has given it. */
    order: z.number().nullable().optional(),
    tags: z.array(z.string()),
    messages: Count,
    createdAt: Time,
    updatedAt: Time,
    wakeAt: Time.nullable(),
  })
  .meta({ id: 'SessionRow' })
export type SessionRow = z.infer<typeof SessionRow>

/** A session's row is new or different, or the session is gone. */
export const Change = z
  .union([
    z.object({ type: z.literal('session'), session: SessionRow }),
    z.object({ type: z.literal('deleted'), id: z.string() }),
  ])
  .meta({ id: 'Change' })
export type Change = z.infer<typeof Change>

/** An event as it travels. `cut`: texts in it were shortened on request, and the event can be had whole. */
export const EventEnvelope = z
  .object({
    v: Count,
    seq: Count,
    batch: Count,
    id: z.string().optional(),
    session: z.string(),
    run: z.string().optional(),
    type: z.string(),
    at: Time,
    agent: z.string().optional(),
    task: z.string().optional(),
    parent: z.string().optional(),
    step: z.string().optional(),
    data: Json,
    cut: z.literal(true).optional(),
  })
  .meta({ id: 'Event' }) as unknown as z.ZodType<WireEvent & { readonly cut?: true }>

/** An agent as it sits in a run, as far as a screen shows it. */
export const SeatView = z
  .object({
    slug: z.string(),
    name: z.string(),
    role: z.string(),
    seat: z.enum(['lead', 'member', 'judge', 'agent', 'system']),
    model: z.string(),
    icon: z.string(),
    color: z.string(),
    description: z.string(),
    rehearsal: z.boolean(),
  })
  .meta({ id: 'Seat' })
export type SeatView = z.infer<typeof SeatView>

const Totals = z.object({
  calls: Count,
  input: Count,
  cached: Count,
  output: Count,
  costUsd: z.number(),
  unpriced: Count,
})

/** How far the newest run is: the same numbers on every screen. */
const RunProgress = z.object({
  /** Contributions in a panel, else calls of the run's own tasks; `most` is null where there is no cap, or none is known yet. */
  turns: z.object({ taken: Count, most: Count.nullable() }),
  /** Worked and waited make the total; times are in milliseconds. */
  workedMs: Count,
  waitedMs: Count,
  totalMs: Count,
  /** What it was started with, and what a gate shows. */
  estimate: Estimate,
})

/** A session as it stands. */
export const SessionView = z
  .object({
    session: SessionRow,
    seats: z.array(SeatView),
    /** Whether anybody in its run rehearses: extracts from goal and files, no model's answer. */
    rehearsal: z.boolean(),
    totals: Totals,
    progress: RunProgress.nullable(),
    pending: z.array(PendingView),
    /** Whether some process works on it now. */
    running: z.boolean(),
    /**
     * The fold of its log up to `seq`, to go on folding from: without its messages and the conversations of its
     * agents, which come with the events.
     */
    state: z.custom<Session>(),
  })
  .meta({ id: 'SessionView' })
export type SessionView = z.infer<typeof SessionView>

/** A file that was sent before, by its hash. */
export const AttachmentReference = z.union([
  z.string().regex(/^[0-9a-f]{64}$/u, 'must be the hash that the upload was answered with'),
  // As the upload was answered: it can be handed back as it is.
  z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/u), name: z.string().max(200), size: z.number().optional() }),
])

/** What a run is to be. What is not said: what the team says, then the settings. */
export const runWish = {
  mode: z.string().optional(),
  /** A team by its slug or name. */
  team: z.string().optional(),
  agents: z.array(z.string()).max(100).optional(),
  /** Of every agent without its own. */
  model: z.string().optional(),
  limits: LimitSettings.optional(),
  /** What the mode is told, over what the team says. */
  settings: z.record(z.string(), Json).optional(),
  /** Rules that hold in this session, such as `bash:git *`. */
  allow: z.array(z.string()).max(100).optional(),
  /** Approves gates beforehand. */
  yes: z.boolean().optional(),
  /** Whether somebody can be asked while it runs; false: agents are refused what would be asked. */
  interactive: z.boolean().optional(),
  /** Agents get only tools that change nothing, whatever rules allow. */
  readOnly: z.boolean().optional(),
  /** What chance decides by, such as which model of the pool sits where: a preview and a start with the same number seat the same team. */
  seed: z
    .number()
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .optional(),
  /** Answers to the questions that the run begins with, in order. */
  answers: z.array(z.string()).max(50).optional(),
}

const goal = z.string().trim().min(1, 'must say what the team should do')

/** What must hold in every run of the session: every agent is told. */
const constraints = z.string().trim().max(10_000).optional()

export const NewSession = z.object({
  goal,
  constraints,
  workspace: z.string().optional(),
  attachments: z.array(AttachmentReference).max(20).optional(),
  ...runWish,
})
export type NewSession = z.infer<typeof NewSession>

/** Who would work, on what, for how much: nothing is started. */
export const Preview = z
  .object({
    mode: z.string(),
    team: z.object({ name: z.string(), slug: z.string() }),
    seats: z.array(SeatView),
    limits: Limits,
    estimate: Estimate,
    warnings: z.array(z.string()),
    /** It would rehearse because no model is connected. */
    unconnected: z.boolean(),
    /** It would rehearse, asked for or not. */
    rehearsal: z.boolean(),
    tools: z.array(z.string()),
    /** Why agents would have neither files nor commands: the folder is the home folder, or holds the data of Convene. */
    noWorkspace: z.string().optional(),
  })
  .meta({ id: 'Preview' })

const attachments = z.array(AttachmentReference).max(20).optional()

/** What a person can tell a session. */
export const SessionCommand = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('run'), goal, constraints, attachments, ...runWish }),
    z.object({
      type: z.literal('approve'),
      text: z.string().optional(),
      /** Withholds what the gate would allow without asking. */
      ask: z.boolean().optional(),
    }),
    z.object({ type: z.literal('reject'), feedback: z.string().trim().min(1, 'must say what should be different') }),
    z.object({ type: z.literal('answer'), text: z.string().trim().min(1), question: z.string().optional() }),
    z.object({
      type: z.literal('message'),
      text: z.string().trim().min(1),
      to: z.string().optional(),
      attachments,
    }),
    z.object({ type: z.literal('pause'), agent: z.string().optional() }),
    z.object({ type: z.literal('resume'), agent: z.string().optional() }),
    z.object({ type: z.literal('stop') }),
    z.object({ type: z.literal('reset') }),
    z.object({
      type: z.literal('propose'),
      topic: z.string().trim().min(1),
      options: z.array(z.string().trim().min(1)).min(2).max(20),
    }),
    z.object({
      type: z.literal('vote'),
      decision: z.string(),
      option: z.string(),
      reason: z.string().optional(),
    }),
    z.object({ type: z.literal('pick'), message: z.string() }),
    z.object({ type: z.literal('revert'), artifact: z.string() }),
    z.object({
      type: z.literal('fork'),
      at: z.union([z.string(), z.number()]).optional(),
      /** Leaves the workspace as it is. A fork at a snapshot brings its files back otherwise. */
      keepFiles: z.boolean().optional(),
    }),
  ])
  .meta({ id: 'Command' })
export type SessionCommand = z.infer<typeof SessionCommand>

/** What became of a command. `id` is the new session of a fork. */
export const CommandDone = z.object({
  done: z.literal(true),
  seq: Count,
  id: z.string().optional(),
  /** After `run`: whether anybody in it rehearses. */
  rehearsal: z.boolean().optional(),
  /** What was decided besides, to be shown once. */
  notes: z.array(z.string()),
})

export const ApprovalAnswer = z.object({
  answer: Answer,
  /** What is allowed from now on, with `session` and `always`; what is proposed if none is given. */
  pattern: z.string().optional(),
  /** Told to the agent, with `deny`. */
  reason: z.string().optional(),
})
