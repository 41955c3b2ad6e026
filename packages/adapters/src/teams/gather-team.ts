import { isAbsolute, resolve } from 'node:path'
import {
  type Agent,
  type Member,
  nearestName,
  ok,
  type Result,
  refuse,
  type Seating,
  type SeatingRequest,
  seatTeam,
  type Team,
} from '@convene/domain'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import { hasErrors, problemText } from '../source-file/problem.ts'
import { readTeamFile, type TeamRegistry } from './team-registry.ts'

/** What `run` was given. `team` is a name, a slug or a file. */
export type GatherRequest = Omit<SeatingRequest, 'team' | 'findAgent' | 'agentNames'> & {
  readonly team?: string
  /** Where relative team files are looked for. */
  readonly directory: string
  readonly agentRegistry: AgentRegistry
  readonly teamRegistry: TeamRegistry
}

/** Looks up the team and the agents that were asked for and seats them. */
export async function gatherTeam(request: GatherRequest): Promise<Result<Seating>> {
  const { team: name, directory, agentRegistry, teamRegistry, ...rest } = request
  const team = name === undefined ? ok(undefined) : findTeam(name, request)
  if (!team.ok) return team
  const wanted = namesIn(team.value, rest.agents, rest.defaultAgent)
  const agents = new Map<string, Agent>()
  for (const each of wanted) {
    const found = await agentRegistry.get(each)
    if (found) agents.set(each, found.agent)
  }
  const complete = wanted.every((each) => agents.has(each))
  return seatTeam({
    ...rest,
    ...(team.value ? { team: team.value } : {}),
    findAgent: (each) => agents.get(each),
    agentNames: complete ? wanted : (await agentRegistry.list()).map(({ agent }) => agent.slug),
  })
}

function findTeam(name: string, { teamRegistry, directory, modes }: GatherRequest): Result<Team> {
  const listed = teamRegistry.get(name)
  if (listed) return ok(listed.team)
  if (isAbsolute(name) || /[\\/]|\.json$/u.test(name)) return fromFile(resolve(directory, name), modes)
  const broken = teamRegistry
    .problems()
    .find(({ severity, file }) => severity === 'error' && file.endsWith(`${name}.json`))
  if (broken) return refuse('bad_team', problemText(broken))
  const nearest = nearestName(
    name,
    teamRegistry.list().flatMap(({ team }) => [team.slug, team.name]),
  )
  const hint = nearest ? ` Did you mean "${nearest}"?` : ''
  return refuse('unknown_team', `There is no team "${name}".${hint} \`convene teams\` lists them.`)
}

function fromFile(file: string, modes: readonly string[]): Result<Team> {
  const { team, problems } = readTeamFile(file, modes)
  if (team && !hasErrors(problems)) return ok(team)
  const code = problems.some((problem) => problem.code === 'unreadable') ? 'unknown_team' : 'bad_team'
  return refuse(code, problems.map(problemText).join('\n'))
}

function namesIn(team: Team | undefined, agents: readonly string[], defaultAgent: string): readonly string[] {
  const members: readonly Member[] = agents.length > 0 ? agents : (team?.members ?? [defaultAgent])
  const all = [team?.lead, ...members, team?.judge].filter((member) => member !== undefined)
  const names = all.map((member) => (typeof member === 'string' ? member : member.agent))
  return [...new Set(names.filter((name) => typeof name === 'string'))]
}
