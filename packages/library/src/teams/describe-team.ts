import { type Agent, hiddenText, type Member, modes, type Team } from '@convene/domain'
import type { FileProblem } from '@convene/platform'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import type { ListedTeam, TeamSource } from './team-registry.ts'

/** Someone in a team, with everything looked up. */
export type DescribedMember = {
  readonly name: string
  readonly slug: string
  readonly role: string
  /** Null means the user's default. */
  readonly model: string | null
  readonly prompt: string
  readonly description: string
  readonly useFor: string
  readonly capabilities: readonly string[]
  readonly icon: string
}

/** A team as people and programs see it. */
export type DescribedTeam = {
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly mode: string
  readonly source: TeamSource
  readonly sourcePath: string
  readonly lead: DescribedMember | null
  readonly judge: DescribedMember | null
  readonly members: readonly DescribedMember[]
  readonly entryAgent: string | null
  readonly sharedContext: string
  readonly routingContext: string
  readonly permissions: Team['permissions']
  readonly limits: Team['limits']
  readonly settings: Team['settings']
  /** Files that it overrides, nearest first. */
  readonly shadows: readonly string[]
  readonly warnings: readonly TeamWarning[]
}

export type TeamWarning = {
  readonly code: string
  readonly file?: string
  readonly line?: number
  readonly message: string
}

/** Looks up everyone in a team. An unknown member is a warning. */
export async function describeTeam(listed: ListedTeam, agents: Pick<AgentRegistry, 'get'>): Promise<DescribedTeam> {
  const { team, source, path, shadows } = listed
  const missing: TeamWarning[] = []
  const describe = async (member: Member): Promise<DescribedMember> => {
    const agent = await agentOf(member, agents)
    if (!agent) missing.push(unknownAgent(member, listed.file))
    if (agent?.category === 'hidden') missing.push({ code: HIDDEN, file: listed.file, message: hiddenText(agent.slug) })
    return memberOf(member, agent)
  }
  const lead = team.lead ?? modes[team.mode]?.seats?.({}).lead
  return {
    name: team.name,
    slug: team.slug,
    description: team.description,
    mode: team.mode,
    source,
    sourcePath: path,
    lead: lead === undefined ? null : await describe(lead),
    judge: team.judge === undefined ? null : await describe(team.judge),
    members: await Promise.all(team.members.map(describe)),
    entryAgent: team.entryAgent ?? null,
    sharedContext: team.sharedContext,
    routingContext: team.routingContext,
    permissions: team.permissions,
    limits: team.limits,
    settings: team.settings,
    shadows,
    warnings: [...listed.warnings.map(warningOf), ...missing],
  }
}

async function agentOf(member: Member, agents: Pick<AgentRegistry, 'get'>): Promise<Agent | undefined> {
  const named = typeof member === 'string' ? member : member.agent
  return typeof named === 'string' ? (await agents.get(named))?.agent : named
}

function memberOf(member: Member, agent: Agent | undefined): DescribedMember {
  const own = typeof member === 'string' ? { agent: member } : member
  const slug = agent?.slug ?? (typeof own.agent === 'string' ? own.agent : own.agent.slug)
  const added = 'prompt' in own && own.prompt ? `\n\n${own.prompt}` : ''
  return {
    name: own.name ?? agent?.name ?? slug,
    slug,
    role: own.role ?? agent?.role ?? '',
    model: own.model ?? agent?.model ?? null,
    prompt: `${agent?.prompt ?? ''}${added}`.trim(),
    description: agent?.description ?? '',
    useFor: own.useFor ?? agent?.useFor ?? '',
    capabilities: agent?.capabilities ?? [],
    icon: agent?.icon ?? '',
  }
}

/** The code of a warning that means that the team cannot start. */
const HIDDEN = 'hidden_agent'

function unknownAgent(member: Member, file: string): TeamWarning {
  const slug = typeof member === 'string' ? member : String(member.agent)
  return { code: 'unknown_agent', file, message: `unknown agent "${slug}". \`convene agents\` lists all agents.` }
}

const warningOf = ({ code, file, line, key, message }: FileProblem): TeamWarning => ({
  code,
  file,
  ...(line !== undefined && { line }),
  message: key ? `${key}: ${message}` : message,
})
