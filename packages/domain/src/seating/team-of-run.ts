import type { Agent } from '../agent/agent.ts'
import { traitsOf } from '../modes/faces.ts'
import type { Run } from '../state/session.ts'
import { type Member, type Seat, seatsOf, type Team } from '../team/team.ts'
import { agentMembers, isUser } from '../team/user-seat.ts'

type Seated = Pick<Run, 'mode' | 'team'>
type TeamOfRun = Pick<
  Team,
  'mode' | 'lead' | 'members' | 'judge' | 'entryAgent' | 'sharedContext' | 'routingContext' | 'permissions'
>

/** A run's team in the form of a team file: the lead of a delegation is the entry agent. */
export function teamOfRun({ mode, team }: Seated, write: (seat: Seat) => Member): TeamOfRun {
  const { lead, judge, members, sharedContext, routingContext, permissions } = team
  const enters = traitsOf(mode).entry ? lead : undefined
  return {
    mode,
    ...(lead && !enters && { lead: write(lead) }),
    ...(enters && { entryAgent: enters.slug }),
    members: [...(enters ? [enters] : []), ...agentMembers({ members })].map(write),
    ...(judge && { judge: write(judge) }),
    sharedContext,
    routingContext,
    permissions,
  }
}

/** A seated agent, to be seated again: with its model only if that is its own. */
export function agentOfSeat({ seat: _seat, model, modelFrom, ...agent }: Seat): Agent {
  return modelFrom === 'own' ? { ...agent, model } : agent
}

/** The model the user named for this run, and the drawn or default ones, by seat. */
export function modelsOf(team: Run['team']): {
  readonly run?: string
  readonly drawn: Readonly<Record<string, string>>
} {
  const seats = seatsOf(team).filter((seat) => !isUser(seat))
  const named = seats.find(({ modelFrom }) => modelFrom === 'run')?.model
  const drawn = seats.filter(({ modelFrom }) => modelFrom === undefined).map(({ slug, model }) => [slug, model])
  return { ...(named !== undefined && { run: named }), drawn: Object.fromEntries(drawn) }
}
