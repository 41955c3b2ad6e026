import {
  type Agent,
  agentOfSeat,
  isUnnamed,
  type Member,
  ok,
  type Result,
  refuse,
  type Seat,
  type SessionId,
  seatsOf,
  Team,
  teamOfRun,
} from '@convene/domain'
import { safeSlug } from '@convene/library'
import type { Program } from '../program.ts'

/** The team of a session's newest run, as a separate team. `name` is for one that has none. */
export async function teamOfSession(program: Program, session: SessionId, name?: string): Promise<Result<Team>> {
  const state = await (await program.engine()).state(session)
  const run = state?.run
  if (!run) return refuse('no_run', 'This session has had no run, so there is no team to save.')
  const { team } = run
  const called = name ?? (isUnnamed(team) ? state.title.slice(0, 80).trim() || 'Team' : team.name)
  const members = new Map<Seat, Member>()
  for (const seat of seatsOf(team)) members.set(seat, await memberOf(program, seat))
  const written = {
    name: called,
    slug: name === undefined && !isUnnamed(team) ? team.slug : safeSlug(called, 'team'),
    ...teamOfRun(run, (seat) => members.get(seat) ?? seat.slug),
  }
  const parsed = Team.safeParse(written)
  return parsed.success ? ok(parsed.data) : refuse('bad_team', `The team cannot be saved: ${parsed.error.message}`)
}

/** A member by slug if that still means the same agent, or else written out. A default model is not pinned. */
async function memberOf(program: Program, seat: Seat): Promise<Member> {
  const agent = agentOfSeat(seat)
  const { model, ...rest } = agent
  const known = (await (await program.agents()).get(agent.slug))?.agent
  if (!known || !isSame(known, rest)) return { agent }
  return model === undefined || model === known.model ? agent.slug : { agent: agent.slug, model }
}

const isSame = (known: Agent, seated: Omit<Agent, 'model'>): boolean => {
  const { model: _model, ...rest } = known
  return JSON.stringify(sorted(rest)) === JSON.stringify(sorted(seated))
}

const sorted = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)))
