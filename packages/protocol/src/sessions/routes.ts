import { runRequestFields } from '@convene/domain'
import { exportFormatNames, exportFormatsText } from '@convene/reading'
import { z } from 'zod'
import { Comparison } from '../comparison/comparison.ts'
import { bytes, text } from '../route.ts'
import { DoneAnswer, pageOf, Time } from '../shared.ts'
import { ApprovalAnswer, PendingView } from './pending.ts'
import {
  CommandDone,
  EventEnvelope,
  ListedSessionRow,
  NewSession,
  Preview,
  SessionCommand,
  SessionView,
} from './session.ts'

const number = z.coerce.number().int().min(0)

const Uploaded = z.object({ hash: z.string(), name: z.string(), size: z.number() })

/** Calls about sessions. */
export const sessionRoutes = {
  sessions: {
    method: 'GET',
    path: '/api/sessions',
    summary: 'Sessions, pinned ones first, then the newest.',
    query: z.object({
      query: z.string().optional().describe('Words in messages, goals and titles.'),
      state: z.string().optional().describe('A phase, or one of: needs-you, active, done, failed.'),
      team: z.string().optional(),
      workspace: z.string().optional(),
      limit: number.min(1).max(200).optional(),
      before: z.string().optional().describe('The cursor from the previous page.'),
    }),
    response: pageOf(ListedSessionRow),
  },
  createSession: {
    method: 'POST',
    path: '/api/sessions',
    summary: 'Starts a run in a new session.',
    body: NewSession,
    status: 201,
    /** `rehearsal`: the answers will be quotes from the goal and files, because no model is connected. */
    response: z.object({ id: z.string(), warnings: z.array(z.string()), rehearsal: z.boolean() }),
  },
  preview: {
    method: 'POST',
    path: '/api/preview',
    summary: 'The agents that would work, their models and limits, and the estimated cost. Starts nothing.',
    body: NewSession.partial({ goal: true }),
    response: Preview,
  },
  session: {
    method: 'GET',
    path: '/api/sessions/:id',
    summary: 'The current state of a session, derived from its log.',
    response: SessionView,
  },
  updateSession: {
    method: 'PATCH',
    path: '/api/sessions/:id',
    summary: 'Changes how lists show a session.',
    body: z.object({
      title: z.string().trim().min(1).max(200).optional(),
      pinned: z.boolean().optional(),
      tags: z.array(z.string().max(50)).max(50).optional(),
      order: z.number().optional(),
      constraints: runRequestFields.constraints,
    }),
    response: DoneAnswer,
  },
  deleteSession: {
    method: 'DELETE',
    path: '/api/sessions/:id',
    summary: 'Stops a session’s running work and deletes it. A copy is kept for 7 days and can be restored.',
    response: DoneAnswer,
  },
  deletedSessions: {
    method: 'GET',
    path: '/api/trash',
    summary: 'Sessions deleted in the last 7 days, newest first.',
    response: pageOf(z.object({ id: z.string(), title: z.string(), deletedAt: Time, goneAt: Time })),
  },
  restoreSession: {
    method: 'POST',
    path: '/api/trash/restore',
    summary: 'Restores a deleted session as it was.',
    body: z.object({ id: z.string() }),
    response: DoneAnswer,
  },
  events: {
    method: 'GET',
    path: '/api/sessions/:id/events',
    summary:
      'Events in order. With `Accept: text/event-stream`: live, resumed by `Last-Event-ID`; `deltas=1` adds live text.',
    query: z.object({
      after: number.optional().describe('Events after this one.'),
      limit: number.min(1).max(5_000).optional(),
      tail: number.min(1).max(5_000).optional().describe('The last events. `next` leads to the ones before them.'),
      before: number.optional().describe('With `tail`: the last events before this one.'),
      cut: number.min(100).optional().describe('Shortens longer texts and marks their events.'),
      deltas: z.enum(['0', '1']).optional(),
      agent: z.string().optional().describe('Only what this agent does, says, receives or votes.'),
      step: z.string().optional().describe('Only events of this plan step.'),
      type: z.string().optional().describe('Only events of these types, separated by commas.'),
      since: z.iso.datetime({ offset: true }).optional().describe('Only events from this time on.'),
      until: z.iso.datetime({ offset: true }).optional().describe('Only events up to this time.'),
    }),
    response: pageOf(EventEnvelope),
  },
  event: {
    method: 'GET',
    path: '/api/sessions/:id/events/:seq',
    summary: 'One complete event.',
    response: EventEnvelope,
  },
  image: {
    method: 'GET',
    path: '/api/sessions/:id/events/:seq/images/:hash',
    summary: 'An image that this event refers to: PNG, JPEG, GIF or WebP.',
    response: bytes,
  },
  command: {
    method: 'POST',
    path: '/api/sessions/:id/commands',
    summary: 'Sends a command to a session. A command that its state does not allow is refused with `illegal_command`.',
    body: SessionCommand,
    response: CommandDone,
  },
  uploadToSession: {
    method: 'POST',
    path: '/api/sessions/:id/files',
    summary: 'Stores a file of at most 20 MB, to attach it later.',
    query: z.object({ name: z.string().max(200).optional() }),
    body: bytes,
    response: Uploaded,
  },
  upload: {
    method: 'POST',
    path: '/api/files',
    summary: 'Stores a file of at most 20 MB, to attach it to a goal.',
    query: z.object({ name: z.string().max(200).optional() }),
    body: bytes,
    response: Uploaded,
  },
  exportSession: {
    method: 'GET',
    path: '/api/sessions/:id/export',
    summary: `The session as a file: ${exportFormatsText()}.`,
    query: z.object({
      format: z.enum(exportFormatNames).optional(),
      redact: z.enum(['0', '1']).optional().describe('1: keys, passwords and tokens are replaced.'),
    }),
    response: text,
  },
  compareSessions: {
    method: 'GET',
    path: '/api/compare',
    summary: 'Compares the results of two sessions, such as two forks, from the point where they diverge.',
    query: z.object({ a: z.string(), b: z.string() }),
    response: Comparison,
  },
  approvals: {
    method: 'GET',
    path: '/api/approvals',
    summary: 'All pending requests to the user, in all sessions, oldest first.',
    response: pageOf(PendingView),
  },
  answerApproval: {
    method: 'POST',
    path: '/api/approvals/:id',
    summary: 'Answers a permission ask. The first answer counts.',
    body: ApprovalAnswer,
    response: CommandDone,
  },
} as const
