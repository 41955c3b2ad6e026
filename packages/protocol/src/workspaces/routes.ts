import { z } from 'zod'
import { DoneAnswer, pageOf, Time, workspaceQuery } from '../shared.ts'

const Workspace = z.object({
  path: z.string(),
  name: z.string(),
  exists: z.boolean(),
  /** The branch, if it is a git repository. */
  branch: z.string().nullable(),
  sessions: z.number(),
  lastUsed: Time.nullable(),
  /** The folder the server was started in. */
  current: z.boolean(),
})

const Repository = z.object({
  /** Its URL, or one that ends with `/` for everything below it. */
  url: z.string(),
  /** Whether changes are pushed to a branch for the session. */
  push: z.boolean(),
})

const Worktree = z.object({ path: z.string(), branch: z.string().nullable(), main: z.boolean() })

const Trust = z.object({
  workspace: z.string(),
  state: z.enum(['trusted', 'untrusted', 'changed', 'nothing']),
  hash: z.string(),
  /** Why it cannot be trusted as it is, regardless of the user's choice. */
  problem: z.string().optional(),
  files: z.array(z.object({ path: z.string(), brings: z.string(), text: z.string() })),
})

/** Calls about the folders that sessions work in. */
export const workspaceRoutes = {
  workspaces: {
    method: 'GET',
    path: '/api/workspaces',
    summary: 'Folders that sessions have worked in, most recent first, and the one you name.',
    query: z.object(workspaceQuery),
    response: pageOf(Workspace),
  },
  folders: {
    method: 'GET',
    path: '/api/folders',
    summary: 'The subfolders of a folder, for a folder picker.',
    query: z.object({ path: z.string().optional() }),
    response: z.object({
      path: z.string(),
      parent: z.string().nullable(),
      items: z.array(z.object({ name: z.string(), path: z.string(), git: z.boolean() })),
    }),
  },
  repositories: {
    method: 'GET',
    path: '/api/repositories',
    summary: 'Git repositories that sessions of the space may work in. Only a server with a shared database has any.',
    response: pageOf(Repository),
  },
  worktrees: {
    method: 'GET',
    path: '/api/worktrees',
    summary: 'The git worktrees of a workspace.',
    query: z.object(workspaceQuery),
    response: pageOf(Worktree),
  },
  createWorktree: {
    method: 'POST',
    path: '/api/worktrees',
    summary: 'Creates a git worktree of a workspace on a new branch.',
    body: z.object({ ...workspaceQuery, branch: z.string().trim().min(1).max(200) }),
    status: 201,
    response: Worktree,
  },
  trust: {
    method: 'GET',
    path: '/api/trust',
    summary: 'What a workspace’s files would set, and whether it is trusted.',
    query: z.object(workspaceQuery),
    response: Trust,
  },
  agentTrust: {
    method: 'GET',
    path: '/api/trust/agents',
    summary: 'What coding agents load from a workspace on their own, and whether it is trusted.',
    query: z.object(workspaceQuery),
    response: Trust,
  },
  grantTrust: {
    method: 'POST',
    path: '/api/trust',
    summary: 'Trusts a workspace’s files as shown, and with `agents` what coding agents load. Any change asks again.',
    body: z.object({ ...workspaceQuery, hash: z.string(), agents: z.string().optional() }),
    response: DoneAnswer,
  },
} as const
