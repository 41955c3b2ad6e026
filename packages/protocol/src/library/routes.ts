import { Agent, Json, Team } from '@convene/domain'
import { z } from 'zod'
import { Done, inWorkspace, listOf, Problem } from '../shared.ts'

const place = {
  /** `built-in`, `user`, `workspace`, or the kind of file it was read from. */
  source: z.string(),
  file: z.string(),
  /** Files that this one hides, the nearest first. */
  shadows: z.array(z.string()),
}

const withProblems = <T extends z.ZodType>(item: T) => listOf(item).extend({ problems: z.array(Problem) })

const ListedAgent = z.object({ agent: Agent.omit({ prompt: true }), ...place }).meta({ id: 'ListedAgent' })
const ShownAgent = z.object({ agent: Agent, ...place, text: z.string(), finalPrompt: z.string() })
const ListedTeam = z.object({ team: Team, ...place }).meta({ id: 'ListedTeam' })
const ShownTeam = z.object({ team: Team, ...place, text: z.string() })

const inScope = { ...inWorkspace, scope: z.enum(['user', 'workspace']).optional() }
/** A team can also be written into the Squad files of the workspace, in place. */
const inTeamScope = { ...inWorkspace, scope: z.enum(['user', 'workspace', 'squad']).optional() }
/** As a file is written; a browser may give the fields of the form instead. */
const agentSource = { text: z.string().max(256_000).optional(), agent: z.record(z.string(), Json).optional() }
const teamSource = { text: z.string().max(900_000).optional(), team: z.record(z.string(), Json).optional() }
/** Also asks for what models would be told first; it takes a moment longer. */
const withPrompts = { prompts: z.boolean().optional() }
const SeatPrompt = z.object({ agent: z.string(), name: z.string(), text: z.string() })
const Checked = z.object({ text: z.string(), problems: z.array(Problem), prompts: z.array(SeatPrompt) })
const Saved = z.object({ slug: z.string(), file: z.string(), problems: z.array(Problem) })

/** Calls about agents, teams and modes. */
export const libraryRoutes = {
  agents: {
    method: 'GET',
    path: '/api/agents',
    summary: 'Every agent, with where it comes from.',
    query: z.object(inWorkspace),
    response: withProblems(ListedAgent),
  },
  agent: {
    method: 'GET',
    path: '/api/agents/:slug',
    summary: 'One agent, with its file and what its model would be told.',
    query: z.object(inWorkspace),
    response: ShownAgent,
  },
  createAgent: {
    method: 'POST',
    path: '/api/agents',
    summary: 'Keeps a new agent; one that is there stays.',
    body: z.object({ ...inScope, ...agentSource }),
    status: 201,
    response: Saved,
  },
  saveAgent: {
    method: 'PUT',
    path: '/api/agents/:slug',
    summary: 'Keeps an agent under this slug, in place of one that is there.',
    body: z.object({ ...inScope, ...agentSource }),
    response: Saved,
  },
  deleteAgent: {
    method: 'DELETE',
    path: '/api/agents/:slug',
    summary: 'Removes the file of an agent; what it had hidden is there again.',
    query: z.object(inWorkspace),
    response: Done,
  },
  checkAgent: {
    method: 'POST',
    path: '/api/check/agent',
    summary: 'What is wrong with an agent that is being written, and the prompt it would get. Keeps nothing.',
    body: z.object({ ...inWorkspace, ...agentSource, ...withPrompts }),
    response: Checked.extend({ agent: Agent.nullable() }),
  },
  teams: {
    method: 'GET',
    path: '/api/teams',
    summary: 'Every team, with where it comes from.',
    query: z.object(inWorkspace),
    response: withProblems(ListedTeam),
  },
  team: {
    method: 'GET',
    path: '/api/teams/:slug',
    summary: 'One team, with its file.',
    query: z.object(inWorkspace),
    response: ShownTeam,
  },
  createTeam: {
    method: 'POST',
    path: '/api/teams',
    summary: 'Keeps a new team; one that is there stays.',
    body: z.object({ ...inTeamScope, ...teamSource }),
    status: 201,
    response: Saved,
  },
  saveTeam: {
    method: 'PUT',
    path: '/api/teams/:slug',
    summary: 'Keeps a team under this slug, in place of one that is there.',
    body: z.object({ ...inTeamScope, ...teamSource }),
    response: Saved,
  },
  deleteTeam: {
    method: 'DELETE',
    path: '/api/teams/:slug',
    summary: 'Removes the file of a team; what it had hidden is there again.',
    query: z.object(inWorkspace),
    response: Done,
  },
  keepTeam: {
    method: 'POST',
    path: '/api/keep/team',
    summary:
      'Keeps a team, or that of a session, as a file of the person, of the workspace, or as the Squad files of the workspace.',
    body: z
      .object({
        ...inWorkspace,
        team: z.string().optional(),
        session: z.string().optional(),
        /** Another name for it. */
        name: z.string().trim().min(1).max(80).optional(),
        as: z.enum(['user', 'workspace', 'squad']),
        replace: z.boolean().optional(),
        /** Prompts out of a repo that is not trusted become the person's own only with their word for it. */
        sure: z.boolean().optional(),
      })
      .refine(({ team, session }) => (team === undefined) !== (session === undefined), 'name a team or a session'),
    status: 201,
    response: z.object({
      slug: z.string(),
      name: z.string(),
      /** The file, or the folder of the Squad files. */
      place: z.string(),
      /** What was written there. */
      files: z.array(z.string()),
      /** Where the folders of members that are gone lie now. */
      alumni: z.array(z.string()),
      notes: z.array(z.string()),
    }),
  },
  checkTeam: {
    method: 'POST',
    path: '/api/check/team',
    summary: 'What is wrong with a team that is being written, and the prompts its seats would get. Keeps nothing.',
    body: z.object({ ...inWorkspace, ...teamSource, ...withPrompts }),
    response: Checked.extend({ team: Team.nullable() }),
  },
  suggestTeam: {
    method: 'POST',
    path: '/api/suggest/team',
    summary: 'Teams that fit a goal, the best first, with why.',
    body: z.object({ ...inWorkspace, goal: z.string() }),
    response: listOf(z.object({ slug: z.string(), name: z.string(), mode: z.string(), because: z.string() })),
  },
  modes: {
    method: 'GET',
    path: '/api/modes',
    summary: 'Every mode with its table: for each phase, the triggers it takes and where each leads.',
    response: listOf(
      z.object({
        name: z.string(),
        summary: z.string(),
        transitions: z.record(z.string(), z.record(z.string(), z.string())),
      }),
    ),
  },
} as const
