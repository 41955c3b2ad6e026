import {
  type Agent,
  type LimitSettings,
  type Member,
  modes,
  ok,
  type Result,
  type SeatedRun,
  type SeatingRequest,
  seatTeam,
  type Team,
} from '@convene/domain'
import { problemText } from '@convene/platform'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import { capLimits } from '../settings/restrict-untrusted.ts'
import { type FoundTeam, findTeamByName } from './find-team.ts'
import type { TeamRegistry } from './team-registry.ts'

/** What `run` was given. `team` is a name, a slug or a file. */
export type GatherRequest = Omit<SeatingRequest, 'team' | 'findAgent' | 'agentNames'> & {
  readonly team?: string
  /** The team as it was last seated in this session. Nothing is looked up. */
  readonly seatedBefore?: Team
  /** The base for relative team file paths. If omitted, teams have names only. */
  readonly directory?: string | undefined
  /** Whether the workspace is trusted, and the limits that an untrusted workspace's team may not exceed. */
  readonly trusted?: boolean
  readonly limits?: LimitSettings
  /** The same for numbers in the mode settings: how deep, how long, how many at once. */
  readonly ceilings?: { readonly [setting: string]: unknown }
  /** Hidden agents that the session needs for itself, by slug. */
  readonly keepers?: readonly string[]
  readonly agentRegistry: AgentRegistry
  /** Only read if a team is named. */
  teamRegistry(): Promise<TeamRegistry>
}

/** Looks up the requested team and agents and seats them. */
export async function gatherTeam(request: GatherRequest): Promise<Result<SeatedRun>> {
  const {
    team: _name,
    seatedBefore: _before,
    directory,
    agentRegistry,
    teamRegistry,
    trusted = false,
    limits,
    ceilings,
    keepers = [],
    ...rest
  } = request
  const team = await wantedTeam(request)
  if (!team.ok) return team
  const wanted = namesIn(team.value?.team, rest)
  const agents = new Map<string, Agent>()
  for (const each of wanted) {
    const found = await agentRegistry.get(each)
    if (found) agents.set(each, found.agent)
  }
  const complete = wanted.every((each) => agents.has(each))
  const seated = [...agents.values(), ...inlineIn(team.value?.team)]
  const subagents = await calledIn(seated, ['compaction', 'summary', ...keepers], agentRegistry)
  const seating = seatTeam({
    ...rest,
    ...(team.value ? { team: team.value.team } : {}),
    findAgent: (each) => agents.get(each),
    subagents,
    agentNames: complete ? wanted : (await agentRegistry.list()).map(({ agent }) => agent.slug),
  })
  if (!seating.ok) return seating
  const isForeign = team.value !== undefined && !['built-in', 'user'].includes(team.value.source)
  const ceiling = { ...modes[seating.value.mode]?.limits(seating.value.team), ...limits }
  const isCovered = trusted && team.value?.source !== 'file'
  const within = isForeign && !isCovered ? withinLimits(seating.value, ceiling, ceilings ?? {}) : seating.value
  const odd = (team.value?.warnings ?? []).map((problem) => ({ code: problem.code, message: problemText(problem) }))
  return ok({ ...within, warnings: [...within.warnings, ...odd] })
}

async function wantedTeam(request: GatherRequest): Promise<Result<FoundTeam | undefined>> {
  const { team, seatedBefore } = request
  if (team !== undefined) return findNamed(team, request)
  return ok(seatedBefore ? { team: seatedBefore, source: 'user' } : undefined)
}

async function findNamed(name: string, { teamRegistry, ...request }: GatherRequest): Promise<Result<FoundTeam>> {
  return findTeamByName(name, { ...request, registry: await teamRegistry() })
}

/** The agents that the seated ones may call, and hidden ones. */
async function calledIn(
  seated: readonly Agent[],
  hidden: readonly string[],
  registry: AgentRegistry,
): Promise<readonly Agent[]> {
  const named = new Set(seated.flatMap(({ spawns }) => spawns))
  const all = named.has('*') ? (await registry.list()).map(({ agent }) => agent) : []
  const everyone = all.filter(({ category }) => category === 'subagent').map(({ slug }) => slug)
  const wanted = new Set([...named, ...everyone, ...hidden])
  wanted.delete('*')
  const found = await Promise.all([...wanted].map((slug) => registry.get(slug)))
  return found.flatMap((listing) => (listing ? [listing.agent] : []))
}

function inlineIn(team: Team | undefined): readonly Agent[] {
  const places = [team?.lead, ...(team?.members ?? []), team?.judge]
  return places.flatMap((place) => (typeof place === 'object' && typeof place.agent === 'object' ? [place.agent] : []))
}

/** A team file from a cloned repository must not spend more than the user allows, or silence and blind its members. */
function withinLimits(
  seating: SeatedRun,
  ceiling: LimitSettings,
  ceilings: { readonly [setting: string]: unknown },
): SeatedRun {
  const { limits, above, hidden } = capLimits(seating.limits, ceiling)
  const isWithin = ([name, value]: [string, unknown]) => !(typeof value === 'number' && value > Number(ceilings[name]))
  const entries = Object.entries(seating.settings)
  const wider = entries.filter((entry) => !isWithin(entry)).map(([name]) => name)
  const messages = [
    ...[...above, ...wider].map(
      (limit) => `The team's ${limit} is above yours. Yours is used because its file is not trusted.`,
    ),
    ...hidden.map((limit) => `The team's ${limit} is not used, because its file is not trusted.`),
  ]
  const warnings = messages.map((message) => ({ code: 'untrusted', message }))
  const settings = Object.fromEntries(entries.filter(isWithin))
  return { ...seating, limits, settings, warnings: [...seating.warnings, ...warnings] }
}

/** Everyone who may get a seat: from the team, the user, or the mode's default. */
function namesIn(team: Team | undefined, { agents, defaultAgent, mode, seats = {} }: Wanted): readonly string[] {
  const usual = seats[mode ?? team?.mode ?? ''] ?? {}
  const members: readonly Member[] = agents.length > 0 ? agents : (team?.members ?? usual.members ?? [defaultAgent])
  const leads = [team?.lead ?? usual.lead, team?.judge ?? usual.judge]
  const all = [...leads, ...members].filter((member) => member !== undefined)
  const names = all.map((member) => (typeof member === 'string' ? member : member.agent))
  return [...new Set(names.filter((name) => typeof name === 'string'))]
}

type Wanted = Pick<SeatingRequest, 'agents' | 'defaultAgent' | 'mode' | 'seats'>
