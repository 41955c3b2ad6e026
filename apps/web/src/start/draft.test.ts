import { describe, expect, test } from 'vitest'
import { emptyDraft, prefilled, requestOf, setBeyond } from './draft.ts'

describe('what the start form asks for', () => {
  test('is only the goal if nothing else is filled in', () => {
    expect(requestOf({ ...emptyDraft, goal: ' Decide. ' }, 'agent')).toEqual({ goal: 'Decide.' })
  })

  test('has limits as numbers, agents as words and rules as lines', () => {
    const draft = {
      ...emptyDraft,
      agents: 'coder, qa  ux',
      allow: 'bash:git *\n\nedit:src/**',
      limits: { maxTurns: '12', maxCostUsd: '0.5', maxDuration: ' ' },
    }
    expect(requestOf(draft, 'broadcast')).toEqual({
      agents: ['coder', 'qa', 'ux'],
      allow: ['bash:git *', 'edit:src/**'],
      limits: { maxTurns: 12, maxCostUsd: 0.5 },
    })
  })

  test('sends a reasoning level if one is chosen', () => {
    const draft = { ...emptyDraft, reasoning: 'low' }
    expect(requestOf(draft, 'agent')).toEqual({ reasoning: 'low' })
    expect(setBeyond(draft)).toBe('reasoning low')
  })

  test('sends protocol, depth and seats to a panel and to no other mode', () => {
    const draft = { ...emptyDraft, protocol: 'decide', depth: 'quick', seats: '5', reflect: true }
    expect(requestOf(draft, 'panel').settings).toEqual({ protocol: 'decide', depth: 'quick', seats: 5 })
    expect(requestOf(draft, 'agent').settings).toEqual({ reflect: true })
    expect(requestOf(draft, 'plan').settings).toBeUndefined()
  })

  test('starts with the settings’ choice until the user chooses', () => {
    const usual = { mode: '', team: 'shop-crew' }
    const begun = prefilled(emptyDraft, usual)
    expect(requestOf(begun, 'plan')).toEqual({ team: 'shop-crew' })
    expect(requestOf(prefilled(begun, { mode: 'panel', team: '' }), 'panel')).toEqual({ mode: 'panel' })
    const chosen = { ...begun, team: 'other' }
    expect(requestOf(prefilled(chosen, { mode: 'panel', team: '' }), 'panel')).toEqual({ team: 'other' })
  })

  test('is one agent if the user has cleared what the settings filled in', () => {
    const emptied = { ...prefilled(emptyDraft, { mode: 'panel', team: 'shop-crew' }), mode: '', team: '' }
    expect(requestOf(emptied, 'agent')).toEqual({ mode: 'agent' })
    expect(requestOf({ ...emptied, agents: 'ux, qa' }, 'broadcast')).toEqual({ agents: ['ux', 'qa'] })
  })

  test('is summarized in one line when collapsed', () => {
    expect(setBeyond(emptyDraft)).toBe('')
    expect(setBeyond({ ...emptyDraft, limits: { maxTurns: '3' }, yes: true })).toBe('1 limit · gates approved')
  })
})
