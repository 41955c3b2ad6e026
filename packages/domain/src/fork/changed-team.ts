import type { ForkChange } from '../event/fork-change.ts'
import type { Member, Team } from '../team/team.ts'

/** A run's team, written out, with one seat changed. Other changes do not affect it. */
export function changedTeam(team: Team, change: ForkChange | undefined): Team {
  if (!change || !('seat' in change)) return team
  if (change.type === 'without')
    return { ...team, members: team.members.filter((member) => !sits(member, change.seat)) }
  const changed = (member: Member) => (sits(member, change.seat) ? placed(member, change) : member)
  const enters = change.type === 'swap' && team.entryAgent === change.seat
  return {
    ...team,
    ...(team.lead && { lead: changed(team.lead) }),
    members: team.members.map(changed),
    ...(team.judge && { judge: changed(team.judge) }),
    ...(enters && { entryAgent: change.agent }),
  }
}

/** A newcomer without its own model gets the model of the seat it takes, or two things would change. */
export const keptBy = (
  change: ForkChange | undefined,
  models: { readonly [slug: string]: string },
): { readonly [slug: string]: string } => {
  const model = change?.type === 'swap' && Object.hasOwn(models, change.seat) ? models[change.seat] : undefined
  return change?.type === 'swap' && model !== undefined ? { [change.agent]: model } : {}
}

const placed = (member: Member, change: Extract<ForkChange, { type: 'model' | 'swap' }>): Member =>
  change.type === 'swap'
    ? change.agent
    : { ...(typeof member === 'string' ? { agent: member } : member), model: change.model }

const slugOf = (member: Member): string => {
  if (typeof member === 'string') return member
  return typeof member.agent === 'string' ? member.agent : member.agent.slug
}

const sits = (member: Member, seat: string): boolean => slugOf(member) === seat
