import type { Member, Team } from '@convene/domain'
import type { AgentRegistry } from '../agents/agent-registry.ts'

/** A team that also works on other machines: agents that are not built in are written into it. */
export async function selfContained(team: Team, agents: Pick<AgentRegistry, 'get'>): Promise<Team> {
  const inline = (member: Member) => withAgent(member, agents)
  return {
    ...team,
    ...(team.lead && { lead: await inline(team.lead) }),
    members: await Promise.all(team.members.map(inline)),
    ...(team.judge && { judge: await inline(team.judge) }),
  }
}

async function withAgent(member: Member, agents: Pick<AgentRegistry, 'get'>): Promise<Member> {
  const own = typeof member === 'string' ? { agent: member } : member
  if (typeof own.agent !== 'string') return member
  const found = await agents.get(own.agent)
  return found && found.source !== 'built-in' ? { ...own, agent: found.agent } : member
}
