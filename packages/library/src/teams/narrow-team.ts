import type { Member, Team } from '@convene/domain'
import { narrowRules } from '../permissions/narrow-rules.ts'

/** A team whose rules, and those of the agents written into it, can only restrict. */
export const narrowTeam = (team: Team): Team => ({
  ...withMembers(team, narrowedMember),
  permissions: narrowRules(team.permissions).rules,
  settings: withGate(team.settings),
})

/** It cannot remove the user's gate. */
function withGate({ approve, ...settings }: Team['settings']): Team['settings'] {
  return approve === undefined || approve === false ? settings : { ...settings, approve }
}

/** Whether a team sets the model of any member. */
export const namesModels = ({ lead, members, judge }: Team): boolean =>
  [lead, ...members, judge].some((member) => {
    if (member === undefined || typeof member === 'string') return false
    return member.model !== undefined || (typeof member.agent === 'object' && member.agent.model !== undefined)
  })

/** A team that cannot choose which of the user's models sees the work. */
export const withoutModels = (team: Team): Team => withMembers(team, memberWithoutModel)

function withMembers(team: Team, change: (member: Member) => Member): Team {
  const { lead, judge } = team
  return {
    ...team,
    members: team.members.map(change),
    ...(lead ? { lead: change(lead) } : {}),
    ...(judge ? { judge: change(judge) } : {}),
  }
}

function narrowedMember(member: Member): Member {
  if (typeof member === 'string' || typeof member.agent === 'string') return member
  return { ...member, agent: { ...member.agent, permissions: narrowRules(member.agent.permissions).rules } }
}

function memberWithoutModel(member: Member): Member {
  if (typeof member === 'string') return member
  const { model: _own, ...kept } = member
  if (typeof kept.agent === 'string') return kept
  const { model: _inline, ...agent } = kept.agent
  return { ...kept, agent }
}
