import {
  type Agent,
  isUnnamed,
  type Member,
  ok,
  type Result,
  refuse,
  type Seat,
  type SessionId,
  Team,
} from '@convene/domain'
import type { Program } from '../program.ts'

/** The team of a session's newest run, as a team of its own. `name`: for one that had none. */
export async function teamOfSession(program: Program, session: SessionId, name?: string): Promise<Result<Team>> {
  const state = await (await program.engine()).state(session)
  const run = state?.run
  if (!run) return refuse('no_run', 'This session has had no run, so there is no team to save.')
  const { team, mode } = run
  const called = name ?? (isUnnamed(team) ? state.title.slice(0, 80).trim() || 'Team' : team.name)
  const { safeSlug } = await import('@convene/adapters/library')
  const member = (seat: Seat) => memberOf(program, seat)
  const isDelegation = mode === 'delegate'
  const written = {
    name: called,
    slug: name === undefined && !isUnnamed(team) ? team.slug : safeSlug(called, 'team'),
    mode,
    ...(team.lead && !isDelegation && { lead: await member(team.lead) }),
    ...(team.lead && isDelegation && { entryAgent: team.lead.slug }),
    members: await Promise.all([...(isDelegation && team.lead ? [team.lead] : []), ...team.members].map(member)),
    ...(team.judge && { judge: await member(team.judge) }),
    sharedContext: team.sharedContext,
    routingContext: team.routingContext,
    permissions: team.permissions,
  }
  const parsed = Team.safeParse(written)
  return parsed.success ? ok(parsed.data) : refuse('bad_team', `The team cannot be saved: ${parsed.error.message}`)
}

/** Somebody by their slug where that still means the same; else written out. */
async function memberOf(program: Program, seat: Seat): Promise<Member> {
  const { seat: _role, model, ...agent } = seat
  const known = (await (await program.agents()).get(agent.slug))?.agent
  const own = model.startsWith('rehearsal/') ? {} : { model }
  if (known && isSame(known, agent)) return Object.keys(own).length === 0 ? agent.slug : { agent: agent.slug, ...own }
  return { agent: { ...agent, ...own } }
}

const isSame = (known: Agent, seated: Agent): boolean => {
  const { model: _model, ...rest } = known
  return JSON.stringify(sorted(rest)) === JSON.stringify(sorted(seated))
}

const sorted = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)))
