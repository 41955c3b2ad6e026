import { Agent } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { agentDraftOf, agentOf, emptyAgent } from './agent-draft.ts'

const plain = Agent.parse({ name: 'Coder', slug: 'coder', prompt: 'Write code.' })
const rich = Agent.parse({
  name: 'Reviewer',
  slug: 'reviewer',
  role: 'reviews',
  category: 'subagent',
  model: 'rehearsal/offline',
  temperature: 0.2,
  maxTokens: 4_000,
  execution: 'single',
  maxIterations: 5,
  timeout: 3,
  tools: { only: ['read', 'grep'], overrides: { read: { maxOutput: 10 } } },
  delegates: ['coder'],
  spawns: ['scout'],
  permissions: { edit: 'deny' },
  variables: { tone: 'kind' },
  worktree: true,
  icon: '🔍',
  color: '#0D9488',
  prompt: 'Review.',
})

describe('an agent in its form', () => {
  test.each([plain, rich])('$slug is the same agent if nothing was changed', (agent) => {
    expect(Agent.parse(agentOf(agentDraftOf(agent)))).toEqual(agent)
  })

  test('writes only what differs from the defaults', () => {
    const draft = { ...emptyAgent, name: 'Poet', slug: 'poet', prompt: 'Write verse.' }
    expect(agentOf(draft)).toEqual({ name: 'Poet', slug: 'poet', prompt: 'Write verse.' })
  })

  test('keeps an invalid number so that it is refused', () => {
    expect(Agent.safeParse(agentOf({ ...agentDraftOf(plain), temperature: 'warm' })).success).toBe(false)
  })
})
