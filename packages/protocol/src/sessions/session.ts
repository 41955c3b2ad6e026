import { Estimate, ForkChange, Json, Limits, runRequestFields, type Session, type WireEvent } from '@convene/domain'
import { z } from 'zod'
import { PersonView, Time } from '../shared.ts'
import { PendingView } from './pending.ts'

const Count = z.number().int().min(0)

/** A row of the session list. */
export const ListedSessionRow = z
  .object({
    id: z.string(),
    seq: Count,
    title: z.string(),
    /** The result in a sentence or two. Empty until its run ends. */
    summary: z.string(),
    goal: z.string(),
    workspace: z.string(),
    mode: z.string(),
    team: z.string(),
    phase: z.string(),
    reason: z.string(),
    /** Its process ended in the middle of the run. Resuming continues it. */
    interrupted: z.boolean().optional(),
    /** How many items are waiting for the user. */
    asks: Count,
    costUsd: z.number().nullable(),
    tokens: Count,
    pinned: z.boolean(),
    /** The position set by the user. */
    order: z.number().nullable().optional(),
    tags: z.array(z.string()),
    messages: Count,
    createdAt: Time,
    /** Who started it, on a team server. */
    startedBy: PersonView.optional(),
    updatedAt: Time,
    wakeAt: Time.nullable(),
    /** With a query: the matching sentence, as one line, and the positions of the words in it. */
    sentence: z.object({ text: z.string(), marks: z.array(z.tuple([Count, Count])) }).optional(),
  })
  .meta({ id: 'SessionRow' })
export type ListedSessionRow = z.infer<typeof ListedSessionRow>

/** A session's row was added or changed, or the session is gone. */
export const RowChange = z
  .union([
    z.object({ type: z.literal('session'), session: ListedSessionRow }),
    z.object({ type: z.literal('deleted'), id: z.string() }),
  ])
  .meta({ id: 'Change' })
export type RowChange = z.infer<typeof RowChange>

/** An event as transferred. `cut`: texts in it were shortened on request, and the full event is available. */
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
    /** Who gave the command that led to it, on a team server. */
    person: PersonView.optional(),
    data: Json,
    cut: z.literal(true).optional(),
  })
  .meta({ id: 'Event' }) as unknown as z.ZodType<WireEvent & { readonly cut?: true }>

/** An agent's seat in a run, with what a screen shows. */
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

/** Progress of the newest run: the same numbers on every screen. */
const RunProgress = z.object({
  /**
   * Contributions in a panel, otherwise calls of the run's own tasks. `most` is null if there is no cap or it is not
   * known yet.
   */
  turns: z.object({ taken: Count, most: Count.nullable() }),
  /** Worked plus waited equals the total. Times are in milliseconds. */
  workedMs: Count,
  waitedMs: Count,
  totalMs: Count,
  /** The estimate at the start, as shown by a gate. */
  estimate: Estimate,
})

/** The current state of a session. */
export const SessionView = z
  .object({
    session: ListedSessionRow,
    seats: z.array(SeatView),
    /** Whether any agent in its run rehearses: quotes from goal and files, not a model's answer. */
    rehearsal: z.boolean(),
    totals: Totals,
    progress: RunProgress.nullable(),
    pending: z.array(PendingView),
    /** Whether a process is working on it now. */
    running: z.boolean(),
    /** The machine it is waiting for: its folder is there, but no worker is. */
    waitsFor: z.string().optional(),
    /**
     * The fold of its log up to `seq`, to continue folding from. Without messages and the agents' conversations, which
     * come with the events.
     */
    state: z.custom<Session>(),
  })
  .meta({ id: 'SessionView' })
export type SessionView = z.infer<typeof SessionView>

/** A previously uploaded file, by its hash. */
export const AttachmentReference = z.union([
  z.string().regex(/^[0-9a-f]{64}$/u, 'must be the hash returned by the upload'),
  // As returned by the upload, so that it can be passed back unchanged.
  z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/u), name: z.string().max(200), size: z.number().optional() }),
])

const goal = z.string().trim().min(1, 'must say what the team should do')

export const NewSession = z.object({
  goal,
  workspace: z.string().optional(),
  attachments: z.array(AttachmentReference).max(20).optional(),
  ...runRequestFields,
})
export type NewSession = z.infer<typeof NewSession>

/** Who would work, on what, and at what cost. Starts nothing. */
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
    /** It would rehearse, by request or not. */
    rehearsal: z.boolean(),
    tools: z.array(z.string()),
    /** What the user should know before it starts, such as that seats with one model only vote. Also in `warnings`. */
    notice: z.string().optional(),
    /** Why agents would get no file or command access: the folder is the home folder, or contains Convene's data. */
    noWorkspace: z.string().optional(),
  })
  .meta({ id: 'Preview' })

const attachments = z.array(AttachmentReference).max(20).optional()

/** The id of the gate the user saw. If another one is waiting by now, the command is refused. */
const seenGate = z.string().optional()

/** What a user can tell a session. */
export const SessionCommand = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('run'), goal, attachments, ...runRequestFields }),
    z.object({
      type: z.literal('approve'),
      text: z.string().optional(),
      /** Withholds what the gate would allow without asking. */
      ask: z.boolean().optional(),
      gate: seenGate,
    }),
    z.object({
      type: z.literal('reject'),
      feedback: z.string().trim().min(1, 'must say what should change'),
      gate: seenGate,
    }),
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
      /** What the voters should know. */
      evidence: z.string().trim().max(10_000).optional(),
    }),
    z.object({
      type: z.literal('vote'),
      decision: z.string(),
      option: z.string(),
      reason: z.string().optional(),
    }),
    z.object({ type: z.literal('pick'), message: z.string() }),
    z.object({
      type: z.literal('resolve'),
      decision: z.string(),
      /** The run that made the decision. Default: the last one with a decision of this name. */
      run: z.string().optional(),
      /** The right option by text or number, `none`, or `unclear`. If omitted, the outcome is withdrawn. */
      outcome: z.string().max(10_000).optional(),
      note: z.string().max(2_000).optional(),
    }),
    z.object({ type: z.literal('revert'), artifact: z.string() }),
    z.object({
      type: z.literal('fork'),
      at: z.union([z.string(), z.number()]).optional(),
      /** Leaves the workspace as it is. Otherwise a fork at a snapshot restores its files. */
      keepFiles: z.boolean().optional(),
      /** Repeats the session's newest run with this one change. Cannot be combined with `at`. */
      change: ForkChange.optional(),
    }),
  ])
  .meta({ id: 'Command' })
export type SessionCommand = z.infer<typeof SessionCommand>

/** The result of a command. `id` is the new session of a fork. */
export const CommandDone = z.object({
  done: z.literal(true),
  seq: Count,
  id: z.string().optional(),
  /** After `run`: whether any agent in it rehearses. */
  rehearsal: z.boolean().optional(),
  /** Further decisions, to be shown once. */
  notes: z.array(z.string()),
})
