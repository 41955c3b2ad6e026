import { expect, test } from 'vitest'
import { Agent } from '../agent/agent.ts'
import { Team } from '../team/team.ts'
import { type SeatingRequest, seatTeam } from './seat-team.ts'

const agents = new Map(
  ['ada', 'bert', 'own'].map((slug) => [slug, Agent.parse({ name: slug, slug, prompt: `You are ${slug}.` })]),
)

const seat = (asked: Partial<SeatingRequest>) =>
  seatTeam({
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

const team = (fields: object) =>
  Team.parse({ name: 'Pair', slug: 'pair', mode: 'sequential', members: ['ada', 'bert'], ...fields })

function seated(asked: Partial<SeatingRequest>) {
  const result = seat(asked)
  if (!result.ok) throw new Error(result.refusal.message)
  return result.value
}

test('seats a named agent that leads or judges anyway once, as the lead or the judge', () => {
  const seats = { sequential: { lead: 'ada', members: ['bert'], judge: 'own' } }
  const { team: found } = seated({ mode: 'sequential', seats, agents: ['ada', 'bert', 'own'] })
  expect([found.lead?.slug, found.members.map(({ slug }) => slug), found.judge?.slug]).toEqual(['ada', ['bert'], 'own'])
  const alone = seated({ mode: 'sequential', seats, agents: ['ada'] })
  expect(alone.team.members.map(({ slug }) => slug)).toEqual(['ada-2'])
})

test('refuses hidden agents, by name and in a team', () => {
  const hidden = Agent.parse({ name: 'Title', slug: 'title', prompt: 'x', category: 'hidden' })
  const findAgent = (slug: string) => (slug === 'title' ? hidden : agents.get(slug))
  for (const asked of [
    { agents: ['title'] },
    { team: team({ members: ['ada', 'title'] }) },
    { team: team({ lead: 'title' }) },
  ])
    expect(seat({ ...asked, findAgent })).toMatchObject({ ok: false, refusal: { code: 'hidden_agent' } })
})
