import type { Member, Team } from '@convene/domain'
import { narrowRules } from '../settings/narrow-rules.ts'

/** A team whose rules, and those of the agents written into it, can only take away. */
export function narrowTeam(team: Team): Team {
  const { lead, judge } = team
  return {
    ...team,
    permissions: narrowRules(team.permissions).rules,
    members: team.members.map(narrowedMember),
    ...(lead ? { lead: narrowedMember(lead) } : {}),
    ...(judge ? { judge: narrowedMember(judge) } : {}),
  }
}

function narrowedMember(member: Member): Member {
  if (typeof member === 'string' || typeof member.agent === 'string') return member
  return { ...member, agent: { ...member.agent, permissions: narrowRules(member.agent.permissions).rules } }
}
