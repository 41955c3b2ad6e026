import { Agent } from '../agent/agent.ts'
import { Team } from '../team/team.ts'
import { type SeatingRequest, seatTeam } from './seat-team.ts'

/** The agents that can be seated. */
export const agents = new Map(
  ['ada', 'bert', 'ada-2'].map((slug) => [
    slug,
    Agent.parse({ name: slug.toUpperCase(), slug, prompt: `You are ${slug}.` }),
  ]),
)
/** An agent with its own model. */
export const expensive = Agent.parse({ name: 'Own', slug: 'own', prompt: 'x', model: 'x/own' })
agents.set('own', expensive)

/** Seats what was asked, with defaults for the rest. */
export function seat(asked: Partial<SeatingRequest>) {
  return seatTeam({
    agents: [],
    defaultAgent: 'ada',
    modes: ['agent', 'broadcast', 'sequential'],
    pool: [],
    defaultModel: 'x/default',
    isKnownModel: (model) => model.startsWith('x/'),
    findAgent: (slug) => agents.get(slug),
    agentNames: [...agents.keys()],
    seed: 7,
    ...asked,
  })
}

/** A team of two. */
export const team = (fields: object) =>
  Team.parse({ name: 'Pair', slug: 'pair', mode: 'sequential', members: ['ada', 'bert'], ...fields })

/** The seating, which must succeed. */
export function seated(asked: Partial<SeatingRequest>) {
  const result = seat(asked)
  if (!result.ok) throw new Error(result.refusal.message)
  return result.value
}
