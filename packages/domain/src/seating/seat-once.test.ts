import { expect, test } from 'vitest'
import { Agent } from '../agent/agent.ts'
import { agents, seat, seated, team } from './seat-team.fixture.ts'

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
