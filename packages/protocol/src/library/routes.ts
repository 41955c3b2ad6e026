import { Agent, Json, Team } from '@convene/domain'
import { z } from 'zod'
import { DoneAnswer, Problem, pageOf, workspaceQuery } from '../shared.ts'

const place = {
  /** `built-in`, `user`, `workspace`, or the kind of file it was read from. */
  source: z.string(),
  file: z.string(),
  /** Files that this one overrides, nearest first. */
  shadows: z.array(z.string()),
}

const withProblems = <T extends z.ZodType>(item: T) => pageOf(item).extend({ problems: z.array(Problem) })

const ListedAgent = z.object({ agent: Agent.omit({ prompt: true }), ...place }).meta({ id: 'ListedAgent' })
const ShownAgent = z.object({ agent: Agent, ...place, text: z.string(), finalPrompt: z.string() })
const ListedTeam = z.object({ team: Team, ...place }).meta({ id: 'ListedTeam' })
const ShownTeam = z.object({ team: Team, ...place, text: z.string() })

const inScope = { ...workspaceQuery, scope: z.enum(['user', 'workspace']).optional() }
/** A team can also be written to the workspace's Squad files. */
const inTeamScope = { ...workspaceQuery, scope: z.enum(['user', 'workspace', 'squad']).optional() }
/** The source text. A browser may send form fields instead. */
const agentSource = { text: z.string().max(256_000).optional(), agent: z.record(z.string(), Json).optional() }
const teamSource = { text: z.string().max(900_000).optional(), team: z.record(z.string(), Json).optional() }
/** Also returns the prompts that models would get first, which takes a little longer. */
const withPrompts = { prompts: z.boolean().optional() }
const SeatPrompt = z.object({ agent: z.string(), name: z.string(), text: z.string() })
const Checked = z.object({ text: z.string(), problems: z.array(Problem), prompts: z.array(SeatPrompt) })
const Saved = z.object({ slug: z.string(), file: z.string(), problems: z.array(Problem) })

/** Calls about agents, teams and modes. */
export const libraryRoutes = {
  agents: {
    method: 'GET',
    path: '/api/agents',
    summary: 'All agents, with their source.',
    query: z.object(workspaceQuery),
    response: withProblems(ListedAgent),
  },
  agent: {
    method: 'GET',
    path: '/api/agents/:slug',
    summary: 'One agent, with its file and the prompt its model would get.',
    query: z.object(workspaceQuery),
    response: ShownAgent,
  },
  createAgent: {
    method: 'POST',
    path: '/api/agents',
    summary: 'Creates an agent. Does not overwrite an existing one.',
    body: z.object({ ...inScope, ...agentSource }),
    status: 201,
    response: Saved,
  },
  saveAgent: {
    method: 'PUT',
    path: '/api/agents/:slug',
    summary: 'Saves an agent under this slug and replaces an existing one.',
    body: z.object({ ...inScope, ...agentSource }),
    response: Saved,
  },
  deleteAgent: {
    method: 'DELETE',
    path: '/api/agents/:slug',
    summary: 'Deletes an agent’s file. The agent it overrode becomes available again.',
    query: z.object(workspaceQuery),
    response: DoneAnswer,
  },
  checkAgent: {
    method: 'POST',
    path: '/api/check/agent',
    summary: 'Validates an agent draft and returns the prompt it would get. Stores nothing.',
    body: z.object({ ...workspaceQuery, ...agentSource, ...withPrompts }),
    response: Checked.extend({ agent: Agent.nullable() }),
  },
  teams: {
    method: 'GET',
    path: '/api/teams',
    summary: 'All teams, with their source.',
    query: z.object(workspaceQuery),
    response: withProblems(ListedTeam),
  },
  team: {
    method: 'GET',
    path: '/api/teams/:slug',
    summary: 'One team, with its file.',
    query: z.object(workspaceQuery),
    response: ShownTeam,
  },
  createTeam: {
    method: 'POST',
    path: '/api/teams',
    summary: 'Creates a team. Does not overwrite an existing one.',
    body: z.object({ ...inTeamScope, ...teamSource }),
    status: 201,
    response: Saved,
  },
  saveTeam: {
    method: 'PUT',
    path: '/api/teams/:slug',
    summary: 'Saves a team under this slug and replaces an existing one.',
    body: z.object({ ...inTeamScope, ...teamSource }),
    response: Saved,
  },
  deleteTeam: {
    method: 'DELETE',
    path: '/api/teams/:slug',
    summary: 'Deletes a team’s file. The team it overrode becomes available again.',
    query: z.object(workspaceQuery),
    response: DoneAnswer,
  },
  keepTeam: {
    method: 'POST',
    path: '/api/keep/team',
    summary: 'Saves a team, or a session’s team, as a user file, a workspace file, or the workspace’s Squad files.',
    body: z
      .object({
        ...workspaceQuery,
        team: z.string().optional(),
        session: z.string().optional(),
        /** A different name for it. */
        name: z.string().trim().min(1).max(80).optional(),
        as: z.enum(['user', 'workspace', 'squad']),
        replace: z.boolean().optional(),
        /** Prompts from an untrusted repository become the user's own only with their explicit consent. */
        sure: z.boolean().optional(),
      })
      .refine(({ team, session }) => (team === undefined) !== (session === undefined), 'name a team or a session'),
    status: 201,
    response: z.object({
      slug: z.string(),
      name: z.string(),
      /** The file, or the folder of the Squad files. */
      place: z.string(),
      /** The files written there. */
      files: z.array(z.string()),
      /** Where the folders of removed members are now. */
      alumni: z.array(z.string()),
      notes: z.array(z.string()),
    }),
  },
  checkTeam: {
    method: 'POST',
    path: '/api/check/team',
    summary: 'Validates a team draft and returns the prompts its seats would get. Stores nothing.',
    body: z.object({ ...workspaceQuery, ...teamSource, ...withPrompts }),
    response: Checked.extend({ team: Team.nullable() }),
  },
  suggestTeam: {
    method: 'POST',
    path: '/api/suggest/team',
    summary: 'Teams that fit a goal, best first, with the reason.',
    body: z.object({ ...workspaceQuery, goal: z.string() }),
    response: pageOf(z.object({ slug: z.string(), name: z.string(), mode: z.string(), because: z.string() })),
  },
  modes: {
    method: 'GET',
    path: '/api/modes',
    summary: 'All modes with their tables: for each phase, the triggers it accepts and the phase each leads to.',
    response: pageOf(
      z.object({
        name: z.string(),
        summary: z.string(),
        transitions: z.record(z.string(), z.record(z.string(), z.string())),
      }),
    ),
  },
} as const
