import {
  type Agent,
  createDomain,
  emptySession,
  type Result,
  type Session,
  type SessionId,
  seatsOf,
  systemPrompt,
  type Team,
  usualMode,
} from '@convene/domain'
import type { Program } from '../program.ts'
import { prepareRun } from '../run/prepare-run.ts'
import type { HostRunRequest } from '../run/run-request.ts'

/** A seat's system prompt. */
export type SeatPrompt = { readonly agent: string; readonly name: string; readonly text: string }

const rehearsal = { model: 'rehearsal/offline', interactive: false } as const

/** The first prompt of an agent that is being edited. Nothing is run or stored. */
export function draftAgentPrompts(program: Program, agent: Agent): Promise<Result<readonly SeatPrompt[]>> {
  return promptsOf(withAgent(program, agent), { ...rehearsal, agents: [agent.slug], mode: usualMode(1) })
}

/** The first prompt of each seat in a team that is being edited. Nothing is run or stored. */
export function draftTeamPrompts(program: Program, team: Team): Promise<Result<readonly SeatPrompt[]>> {
  return promptsOf(withTeam(program, team), { ...rehearsal, team: team.slug })
}

const withAgent = (program: Program, agent: Agent): Program => ({
  ...program,
  agents: async () => {
    const registry = await program.agents()
    const draft = { agent, source: 'user', file: '', shadows: [] } as const
    return { ...registry, get: async (name) => (name === agent.slug ? draft : registry.get(name)) }
  },
})

const withTeam = (program: Program, team: Team): Program => ({
  ...program,
  teams: async () => {
    const registry = await program.teams()
    const draft = { team, source: 'user', file: '', path: '', shadows: [], warnings: [] } as const
    const others = registry.list().filter((listed) => listed.team.slug !== team.slug)
    return {
      ...registry,
      list: () => [...others, draft],
      get: (name) => (name === team.slug ? draft : registry.get(name)),
    }
  },
})

async function promptsOf(program: Program, request: HostRunRequest): Promise<Result<readonly SeatPrompt[]>> {
  const prepared = await prepareRun(program, { ...request, onlyLook: true })
  if (!prepared.ok) return prepared
  const domain = createDomain()
  const { workspace } = program
  const empty = emptySession('preview' as SessionId)
  const { facts, refusal } = domain.accept(empty, {
    type: 'create',
    goal: 'Preview',
    workspace,
    run: prepared.value.start,
  })
  if (refusal) return { ok: false, refusal }
  const session = facts.reduce<Session>(
    (state, fact) => domain.evolve(state, domain.stamp(state, fact, program.now(), state.seq + 1)),
    empty,
  )
  const { run } = session
  const seats = run ? seatsOf(run.team) : []
  const place = { workspace, directory: workspace }
  const prompts = seats.map((seat) => ({
    agent: seat.slug,
    name: seat.name,
    text: run ? systemPrompt(run, seat, place) : '',
  }))
  return { ok: true, value: prompts }
}
