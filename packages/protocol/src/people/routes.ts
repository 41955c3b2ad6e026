import { z } from 'zod'
import { DoneAnswer, PersonView, pageOf, Time } from '../shared.ts'

const Role = z.enum(['viewer', 'member', 'approver', 'admin'])
const Name = z.string().trim().min(1).max(100)
const SpaceId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/u, 'lower-case letters, digits and hyphens, at most 40')

const SpaceView = z
  .object({
    id: z.string(),
    name: z.string(),
    /** People who started or steered a run cannot answer its approvals. */
    fourEyes: z.boolean(),
  })
  .meta({ id: 'Space' })

const MemberView = z
  .object({
    person: PersonView,
    email: z.string().nullable(),
    role: Role,
    /** The login service assigned the role and can revoke it. */
    fromGroups: z.boolean(),
  })
  .meta({ id: 'Member' })
export type MemberView = z.infer<typeof MemberView>

const TokenUse = z
  .enum(['everything', 'programs'])
  .describe('Everything its person may do, or only asking teams over MCP, A2A and the OpenAI API.')

const TokenHash = z.string().regex(/^[0-9a-f]{64}$/u, 'must be a SHA-256 hash')

const TokenView = z
  .object({
    id: z.string(),
    name: z.string(),
    space: z.string(),
    for: TokenUse,
    createdAt: Time,
    expiresAt: Time.nullable(),
    usedAt: Time.nullable(),
  })
  .meta({ id: 'AccessToken' })
export type TokenView = z.infer<typeof TokenView>

const BudgetView = z.object({
  /** `2026-11`, in UTC. */
  month: z.string(),
  /** Null: no limit. */
  limitUsd: z.number().nullable(),
  spentUsd: z.number(),
  /** For calls in progress. */
  reservedUsd: z.number(),
})

const AuditView = z
  .object({
    id: z.number(),
    at: Time,
    by: PersonView,
    action: z.string(),
    target: z.string(),
    details: z.string(),
  })
  .meta({ id: 'AuditEntry' })

const MentionView = z
  .object({
    session: z.string(),
    title: z.string(),
    /** The event with the message. */
    seq: z.number(),
    by: PersonView,
    /** The beginning of the message. */
    text: z.string(),
    at: Time,
  })
  .meta({ id: 'Mention' })
export type MentionView = z.infer<typeof MentionView>

const Me = z.object({
  person: PersonView,
  /** The server's own token, rather than someone who logged in. */
  operator: z.boolean(),
  role: Role,
  space: SpaceView,
  spaces: z.array(SpaceView.extend({ role: Role })),
  /** The names of all calls this caller may make. */
  may: z.array(z.string()),
})
export type Me = z.infer<typeof Me>

/** Calls about people in the caller's space, on a team server. Elsewhere they are refused with `no_people`. */
export const peopleRoutes = {
  me: {
    method: 'GET',
    path: '/api/me',
    summary:
      'Who makes this call, in which space and as what. Null on a server with one user, which refuses all other calls about people.',
    response: Me.nullable(),
  },
  logout: {
    method: 'POST',
    path: '/api/logout',
    summary: 'Ends the login of this browser, or revokes the access token of this call.',
    body: z.object({}),
    response: DoneAnswer,
  },
  switchSpace: {
    method: 'PUT',
    path: '/api/me/space',
    summary: 'Shows another space in this browser.',
    body: z.object({ space: SpaceId }),
    response: DoneAnswer,
  },
  look: {
    method: 'POST',
    path: '/api/sessions/:id/look',
    summary:
      'Marks you as viewing a session for 30 s, and returns who else is viewing it. Mentions of you in it count as read.',
    body: z.object({ leaves: z.boolean().optional().describe('You are no longer viewing it.') }),
    response: z.object({ others: z.array(PersonView) }),
  },
  mentions: {
    method: 'GET',
    path: '/api/mentions',
    summary: 'Unread messages in this space that mention you (@ and your name).',
    response: pageOf(MentionView),
  },
  spaces: {
    method: 'GET',
    path: '/api/spaces',
    summary: 'All spaces of the server.',
    response: pageOf(SpaceView),
  },
  createSpace: {
    method: 'POST',
    path: '/api/spaces',
    summary: 'Creates a space. Its creator becomes its first admin.',
    body: z.object({ id: SpaceId, name: Name, fourEyes: z.boolean().optional() }),
    status: 201,
    response: SpaceView,
  },
  updateSpace: {
    method: 'PATCH',
    path: '/api/space',
    summary: 'Changes the name of this space, and whether approvals need a second person.',
    body: z.object({ name: Name.optional(), fourEyes: z.boolean().optional() }),
    response: SpaceView,
  },
  members: {
    method: 'GET',
    path: '/api/members',
    summary: 'Who is in this space, and their roles.',
    response: pageOf(MemberView),
  },
  createMember: {
    method: 'POST',
    path: '/api/members',
    summary:
      'Adds a program, which cannot log in and needs a token. If approvals need a second person, it never allows anything.',
    body: z.object({ name: Name, email: z.email().max(320).optional(), role: Role }),
    status: 201,
    response: MemberView,
  },
  setRole: {
    method: 'PUT',
    path: '/api/members/:person',
    summary: 'Adds somebody who has logged in before to this space, or changes their role.',
    body: z.object({ role: Role }),
    response: DoneAnswer,
  },
  removeMember: {
    method: 'DELETE',
    path: '/api/members/:person',
    summary: 'Removes somebody from this space. Their tokens for it are revoked.',
    response: DoneAnswer,
  },
  revokeTokens: {
    method: 'DELETE',
    path: '/api/members/:person/tokens',
    summary: 'Revokes all tokens of a member for this space, and logs them out of it.',
    response: DoneAnswer,
  },
  tokens: {
    method: 'GET',
    path: '/api/tokens',
    summary: 'Your access tokens, without the secret.',
    response: pageOf(TokenView),
  },
  createToken: {
    method: 'POST',
    path: '/api/tokens',
    summary:
      'Creates an access token for this space. Its secret is shown once. Needs a login, not a token. Admins can create one for a program.',
    body: z.object({
      name: Name,
      days: z.number().int().min(1).max(365).optional().describe('Until it expires. Default: 90.'),
      for: TokenUse.optional(),
      person: z.string().optional().describe('A program that an admin added. Default: you.'),
    }),
    status: 201,
    response: TokenView.extend({ secret: z.string() }),
  },
  startConnect: {
    method: 'POST',
    path: '/api/connect/start',
    summary: 'Begins `convene login`: within 10 minutes, somebody who is logged in can confirm this hash of a token.',
    open: true,
    body: z.object({ hash: TokenHash }),
    status: 201,
    response: z.object({ ticket: z.string() }),
  },
  connect: {
    method: 'POST',
    path: '/api/connect',
    summary:
      'Creates an access token that another program made and of which only the hash is known, for `convene login`.',
    body: z.object({
      name: Name,
      hash: TokenHash,
      ticket: z.string().max(100).describe('From `startConnect`.'),
      code: z.string().max(40).describe('What the terminal shows: the first 8 digits of the hash.'),
    }),
    status: 201,
    response: TokenView,
  },
  revokeToken: {
    method: 'DELETE',
    path: '/api/tokens/:id',
    summary: 'Revokes one of your access tokens. It stops working at once.',
    response: DoneAnswer,
  },
  spaceKeys: {
    method: 'GET',
    path: '/api/space-keys',
    summary: 'Which provider keys this space has. Never a key itself.',
    response: pageOf(z.object({ variable: z.string(), createdAt: Time })),
  },
  saveSpaceKey: {
    method: 'PUT',
    path: '/api/space-keys/:variable',
    summary:
      'Stores a provider key for the sessions of this space, encrypted. It is used in place of the server’s own.',
    body: z.object({ value: z.string().trim().min(1).max(10_000) }),
    response: DoneAnswer,
  },
  deleteSpaceKey: {
    method: 'DELETE',
    path: '/api/space-keys/:variable',
    summary: 'Deletes a provider key of this space.',
    response: DoneAnswer,
  },
  budget: {
    method: 'GET',
    path: '/api/budget',
    summary: 'What this space may spend this month, and has spent.',
    response: BudgetView,
  },
  setBudget: {
    method: 'PUT',
    path: '/api/budget',
    summary: 'Limits what this space may spend per month. Null removes the limit.',
    body: z.object({ limitUsd: z.number().min(0).max(1_000_000).nullable() }),
    response: BudgetView,
  },
  audit: {
    method: 'GET',
    path: '/api/audit',
    summary: 'Who changed people, roles, tokens and budgets of this space, newest first.',
    query: z.object({
      before: z.coerce.number().int().min(1).optional().describe('The `next` of the previous page.'),
      limit: z.coerce.number().int().min(1).max(200).optional(),
    }),
    response: pageOf(AuditView),
  },
} as const

/** Calls about people, which only a server that several of them share can answer. */
export type PeopleRoute = keyof typeof peopleRoutes
