import { Activity, Json } from '@convene/domain'
import { z } from 'zod'
import { RowChange } from '../sessions/session.ts'
import { pageOf, Time } from '../shared.ts'

const AgentStatus = z.object({
  agent: z.string(),
  name: z.string(),
  status: Activity,
  task: z.string(),
  model: z.string(),
  since: Time,
})

/** Calls about the server itself. */
export const serverRoutes = {
  health: {
    method: 'GET',
    path: '/api/health',
    summary:
      'Whether the server is up. Requires no token. With a `challenge` it also proves that it is the server of this token, before a client sends the token there.',
    open: true,
    query: z.object({ challenge: z.string().min(16).max(200).optional() }),
    response: z.object({
      status: z.literal('ok'),
      version: z.string(),
      proof: z.string().optional(),
      boot: z.string().optional(),
    }),
  },
  openCode: {
    method: 'POST',
    path: '/api/open-codes',
    summary:
      'A one-time code in place of the token, for a link that a program opens: `/open?code=…` lets in one browser, once, within a minute.',
    body: z.object({}),
    status: 201,
    response: z.object({ code: z.string() }),
  },
  status: {
    method: 'GET',
    path: '/api/status',
    summary: 'Live sessions, and what each of their agents is doing.',
    response: z.object({
      version: z.string(),
      startedAt: Time,
      home: z.string(),
      workspace: z.string(),
      live: z.array(
        z.object({ session: z.string(), title: z.string(), phase: z.string(), agents: z.array(AgentStatus) }),
      ),
    }),
  },
  newerVersion: {
    method: 'GET',
    path: '/api/newer-version',
    summary: 'A newer version of Convene, and how to update. Null without the setting `updates`, which allows asking.',
    response: z.object({ newer: z.object({ found: z.string(), way: z.string() }).nullable() }),
  },
  changes: {
    method: 'GET',
    path: '/api/changes',
    summary: 'With `Accept: text/event-stream`: session rows as they change. Otherwise an empty list.',
    response: pageOf(RowChange),
  },
  openApi: {
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This contract as an OpenAPI document.',
    response: z.record(z.string(), Json),
  },
  hook: {
    method: 'POST',
    path: '/api/hooks/:name',
    summary:
      'Starts the run that the settings define for this hook. Signed instead of authorized by the token: `X-Convene-Signature` is `t=<seconds>,v1=<HMAC-SHA-256 of "<seconds>.<body>">`.',
    body: z.record(z.string(), Json),
    status: 202,
    open: true,
    response: z.object({ id: z.string(), rehearsal: z.boolean() }),
  },
} as const
