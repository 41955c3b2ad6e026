import { describe, expect, test } from 'vitest'
import { Slug } from '../agent/agent.ts'
import type { AskId, SessionId } from '../shared/ids.ts'
import { emptySession } from '../state/session.ts'
import { begun, domain, runStart, told, underWay } from './session.fixture.ts'

/** Names that every object has. */
const NAMES = ['constructor', 'toString', '__proto__']

describe('a name from the object prototype', () => {
  test.each(NAMES)('as an agent’s slug is refused: %s', (slug) => {
    expect(Slug.safeParse(slug).success).toBe(false)
  })

  test.each(NAMES)('as a mode is refused: %s', (mode) => {
    const create = { type: 'create', goal: 'Why?', workspace: '/', run: runStart({ mode }) } as const
    expect(domain.accept(emptySession('S' as SessionId), create).refusal?.code).toBe('unknown_mode')
  })

  test.each(NAMES)('as an ask, a question or a decision is refused: %s', (name) => {
    const session = underWay(begun())
    const permit = { type: 'permit', ask: name as AskId, answer: 'once', by: 'person' } as const
    expect(domain.accept(session, permit).refusal?.code).toBe('already_answered')
    const answer = { type: 'answer', text: 'Yes.', question: name, by: 'person' } as const
    expect(domain.accept(session, answer).refusal?.code).toBe('already_answered')
    const vote = { type: 'vote', decision: name, option: 'a' } as const
    expect(domain.accept(session, vote).refusal?.code).toBe('decision_not_found')
    expect(told(session, { type: 'message', text: 'And?' }).queue).toHaveLength(1)
  })
})
