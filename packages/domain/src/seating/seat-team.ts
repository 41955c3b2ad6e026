import type { Agent } from '../agent/agent.ts'
import type { LimitSettings } from '../limits/limits.ts'
import type { ModeSeats } from '../mode/mode.ts'
import { traitsOf, usualMode } from '../modes/faces.ts'
import type { Reasoning } from '../reasoning/reasoning.ts'
import type { Json } from '../shared/json.ts'
import { ok, type Refusal, type Result, refuse } from '../shared/result.ts'
import { delegationCycles } from '../state/targets.ts'
import { nearestName } from '../team/nearest-name.ts'
import type { Member, Seat, SeatedTeam, SeatRole, Team } from '../team/team.ts'
import { UNNAMED } from '../team/team-text.ts'
import { refuseSeatModels, withSeatModels } from './seat-model-choice.ts'
import { seatModels } from './seat-models.ts'

/** What the user requested, and what is available to seat. Files have already been read. */
export type SeatingRequest = {
  readonly team?: Team
  /** Slugs or names, in order. With a team they replace its members. */
  readonly agents: readonly string[]
  readonly defaultAgent: string
  readonly mode?: string
  readonly modes: readonly string[]
  /** Each mode's default seats. */
  readonly seats?: { readonly [mode: string]: ModeSeats | undefined }
  readonly model?: string
  /** The models of single seats, as `seat=model`. They come before everything else. */
  readonly seatModels?: readonly string[]
  /** The models that seats without their own had before, by slug. */
  readonly kept?: { readonly [slug: string]: string }
  readonly pool: readonly string[]
  /** The default models of the connected vendors. Without a pool, seats whose answers are compared draw from these. */
  readonly mix?: readonly string[]
  readonly defaultModel: string
  /** From which those who judge the work of others get one of another vendor. */
  readonly reviewModels?: readonly string[]
  readonly isKnownModel: (model: string) => boolean
  readonly findAgent: (slugOrName: string) => Agent | undefined
  readonly agentNames: readonly string[]
  /** Agents without a seat that seated ones may call. */
  readonly subagents?: readonly Agent[]
  readonly seed: number
}

/** A team with every choice made, and warnings about those choices. */
export type SeatedRun = {
  readonly team: SeatedTeam
  readonly mode: string
  readonly limits: LimitSettings
  readonly settings: { readonly [key: string]: Json }
  /** The team's reasoning level. */
  readonly reasoning?: Reasoning
  readonly warnings: readonly Refusal[]
  /** A seat rehearses although nobody chose that: there is no other model. */
  readonly rehearses: boolean
}

type UnfilledSeat = { readonly seat: SeatRole; readonly member: Member }
type Chosen = { readonly seat: SeatRole; readonly agent: Agent; readonly renamed: boolean }

/** Seats a team, or says who or what is missing and how to find it. */
export function seatTeam(request: SeatingRequest): Result<SeatedRun> {
  const mode = chooseMode(request)
  const refused = refuseMode(request, mode) ?? refuseModel(request)
  if (refused) return refused
  const places = placesOf(request, mode)
  if (!places.ok) return places
  const chosen: Chosen[] = []
  for (const place of places.value) {
    const agent = agentOf(place, request)
    if (!agent.ok) return agent
    chosen.push(agent.value)
  }
  const named = withOwnNames(chosen)
  const wrong = refuseSeatModels(request, named)
  return wrong ?? ok(seatingOf(request, mode, withSeatModels(named, request.seatModels)))
}

function chooseMode({ mode, team, agents }: SeatingRequest): string {
  return mode ?? team?.mode ?? usualMode(agents.length)
}

function refuseMode({ modes }: SeatingRequest, mode: string): Result<never> | undefined {
  if (modes.includes(mode)) return undefined
  return refuse('unknown_mode', `Unknown mode "${mode}".${meant(mode, modes)} Modes: ${modes.join(', ')}.`)
}

function refuseModel({ model, isKnownModel }: SeatingRequest): Result<never> | undefined {
  if (model === undefined || isKnownModel(model)) return undefined
  return refuse('unknown_model', `Unknown model "${model}".`)
}

function placesOf(request: SeatingRequest, mode: string): Result<readonly UnfilledSeat[]> {
  const { team, agents, defaultAgent, seats = {} } = request
  const { alone, entry } = traitsOf(mode)
  const usual: ModeSeats = alone ? { members: [defaultAgent] } : (seats[mode] ?? {})
  const lead = team?.lead ?? usual.lead
  const judge = team?.judge ?? (team && !usual.needsJudge ? undefined : usual.judge)
  const named = withoutChairs(agents, [lead, judge], request)
  const members = firstOf(named, team?.members, usual.members)
  if (members.length === 0) return refuse('no_agents', `The mode ${mode} needs members: name them, or choose a team.`)
  if (alone && members.length > 1)
    return refuse('too_many_agents', `The mode ${mode} takes exactly one agent, not ${members.length}.`)
  if (entry) return ok(entryFirst(members, team?.entryAgent))
  const seat = alone ? 'agent' : 'member'
  return ok([
    ...(lead ? [{ seat: 'lead', member: lead } as const] : []),
    ...members.map((member) => ({ seat, member }) as const),
    ...(judge ? [{ seat: 'judge', member: judge } as const] : []),
  ])
}

/** An agent that is named and leads or judges anyway has one seat, unless nobody else was named. */
function withoutChairs(
  agents: readonly string[],
  chairs: readonly (Member | undefined)[],
  { findAgent }: SeatingRequest,
): readonly string[] {
  const slugOf = (name: string) => findAgent(name)?.slug ?? name
  const taken = chairs.flatMap((chair) => (chair === undefined ? [] : namesOf(chair).map(slugOf)))
  const others = agents.filter((name) => !taken.includes(slugOf(name)))
  return others.length > 0 ? others : agents
}

/** The first list that is not empty. */
const firstOf = (...lists: readonly (readonly Member[] | undefined)[]): readonly Member[] =>
  lists.find((list) => list && list.length > 0) ?? []

/** The entry agent leads. If none is named or the name is unknown, the first one does. A single agent has no lead. */
function entryFirst(members: readonly Member[], entry: string | undefined): readonly UnfilledSeat[] {
  const found = members.findIndex((member) => namesOf(member).includes(entry ?? ''))
  const first = Math.max(0, found)
  const others = members.filter((_, index) => index !== first)
  if (others.length === 0) return members.map((member) => ({ seat: 'member', member }))
  return [
    { seat: 'lead', member: members[first] as Member },
    ...others.map((member): UnfilledSeat => ({ seat: 'member', member })),
  ]
}

function namesOf(member: Member): readonly string[] {
  if (typeof member === 'string') return [member]
  const { agent, name } = member
  return [...(typeof agent === 'string' ? [agent] : [agent.slug, agent.name]), ...(name ? [name] : [])]
}

function agentOf({ seat, member }: UnfilledSeat, request: SeatingRequest): Result<Chosen> {
  const changes = typeof member === 'string' ? { agent: member } : member
  const agent = typeof changes.agent === 'string' ? request.findAgent(changes.agent) : changes.agent
  if (!agent) return refuseAgent(changes.agent as string, request)
  if (agent.category === 'hidden') return refuseHidden(agent, request)
  return ok({
    seat,
    renamed: changes.name !== undefined,
    agent: {
      ...agent,
      name: changes.name ?? agent.name,
      role: changes.role ?? agent.role,
      useFor: changes.useFor ?? agent.useFor,
      worktree: changes.worktree ?? agent.worktree,
      prompt: changes.prompt ? `${agent.prompt}\n\n${changes.prompt}` : agent.prompt,
      ...(changes.model ? { model: changes.model } : {}),
      ...(changes.reasoning ? { reasoning: changes.reasoning } : {}),
    },
  })
}

function refuseAgent(name: string, { agentNames, team }: SeatingRequest): Result<never> {
  const where = team ? ` (in the team ${team.name})` : ''
  const message = `Unknown agent "${name}"${where}.${meant(name, agentNames)}`
  return refuse('unknown_agent', message)
}

const refuseHidden = ({ slug }: Agent, { team }: SeatingRequest): Result<never> =>
  refuse('hidden_agent', `${hiddenText(slug)}${team ? ` It is in the team ${team.name}.` : ''}`)

/** Why a hidden agent has no seat. */
export const hiddenText = (slug: string): string =>
  `The agent ${slug} is hidden: only Convene itself uses it. \`convene agents\` lists the ones that you can choose.`

/** Who judges the work of others in a mode, if anybody does. */
function reviewsIn(mode: string): (one: Pick<Chosen, 'seat' | 'agent'>) => boolean {
  const { judged, checks } = traitsOf(mode)
  return ({ seat, agent }) => (judged || checks === 'steps') && (seat === 'judge' || agent.role === 'reviewer')
}

function seatingOf(request: SeatingRequest, mode: string, chosen: readonly Chosen[]): SeatedRun {
  const { models, usual, warnings, rehearses } = seatModels(withMix(request, mode), chosen, reviewsIn(mode))
  const seats = chosen.map(({ agent, seat }, index) => seatWith(request, { ...agent, seat }, models[index] as string))
  const team = request.team
  const circles = traitsOf(mode).entry ? delegationWarnings(request, seats) : []
  const subagents = (request.subagents ?? []).map(
    (agent): Seat => ({ ...agent, seat: 'agent', model: calledIn(request, agent, usual) }),
  )
  return {
    mode,
    warnings: [...warnings, ...circles],
    rehearses,
    limits: team?.limits ?? {},
    settings: team?.settings ?? {},
    ...(team?.reasoning && { reasoning: team.reasoning }),
    team: {
      name: team?.name ?? UNNAMED,
      slug: team?.slug ?? 'ad-hoc',
      ...optional('lead', seats),
      members: seats.filter(({ seat }) => seat === 'member' || seat === 'agent'),
      ...optional('judge', seats),
      ...(subagents.length > 0 && { subagents }),
      sharedContext: team?.sharedContext ?? '',
      routingContext: team?.routingContext ?? '',
      permissions: team?.permissions ?? {},
    },
  }
}

/** Copies of one model make the same mistakes, so a panel of several is worth more than one of the best. */
function withMix(request: SeatingRequest, mode: string): SeatingRequest {
  const { rounds, picks } = traitsOf(mode)
  const { pool, mix = [], model } = request
  return pool.length > 0 || model !== undefined || mix.length < 2 || !(rounds || picks)
    ? request
    : { ...request, pool: mix }
}

function seatWith({ model: wanted }: SeatingRequest, agent: Agent & Pick<Seat, 'seat'>, model: string): Seat {
  const modelFrom = model === agent.model ? 'own' : model === wanted ? 'run' : undefined
  return { ...agent, model, ...(modelFrom && { modelFrom }) }
}

const calledIn = ({ isKnownModel }: SeatingRequest, { model }: Agent, usual: string): string =>
  model && isKnownModel(model) ? model : usual

const LEAD_UNUSED =
  'A team that delegates has no lead, so the one in its file is not used. Make it a member, and name it as entryAgent.'

function delegationWarnings({ team }: SeatingRequest, seats: readonly Seat[]): readonly Refusal[] {
  const entry = seats[0]
  const wanted = team?.entryAgent
  const missing = wanted !== undefined && entry && ![entry.slug, entry.name].includes(wanted)
  const cycles = delegationCycles(seats).map((cycle) => [...cycle, cycle[0]].join(' → '))
  return [
    ...(missing
      ? [{ code: 'configuration_error', message: `Unknown entry agent "${wanted}". Using ${entry.name}.` }]
      : []),
    ...(team && wanted === undefined
      ? [{ code: 'configuration_error', message: `The team has no entryAgent. Using ${entry?.name}.` }]
      : []),
    ...(team?.lead === undefined ? [] : [{ code: 'configuration_error', message: LEAD_UNUSED }]),
    ...cycles.map((cycle) => ({
      code: 'circular_delegation',
      message: `These agents can delegate to each other in a circle: ${cycle}.`,
    })),
  ]
}

function optional(role: 'lead' | 'judge', seats: readonly Seat[]): { readonly lead?: Seat; readonly judge?: Seat } {
  const seat = seats.find((each) => each.seat === role)
  return seat ? { [role]: seat } : {}
}

/** A unique slug and name per seat: messages, conversations and spend are kept by slug. */
function withOwnNames(chosen: readonly Chosen[]): readonly Chosen[] {
  const reserved = new Set(chosen.map(({ agent }) => agent.slug))
  const seated = new Set<string>()
  return chosen.map((one) => {
    const { slug, name } = one.agent
    if (!seated.has(slug)) {
      seated.add(slug)
      return one
    }
    let number = 2
    while (reserved.has(numbered(slug, '-', number))) number++
    const own = numbered(slug, '-', number)
    reserved.add(own)
    return { ...one, agent: { ...one.agent, slug: own, name: one.renamed ? name : numbered(name, ' ', number) } }
  })
}

const numbered = (text: string, between: string, number: number): string =>
  `${text.slice(0, 50 - `${between}${number}`.length)}${between}${number}`

function meant(name: string, candidates: readonly string[]): string {
  const nearest = nearestName(name, candidates)
  return nearest ? ` Did you mean "${nearest}"?` : ''
}
