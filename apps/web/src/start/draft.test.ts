import { describe, expect, test } from 'vitest'
import { emptyDraft, runRequestOf, setBeyond } from './draft.ts'

describe('what the start form asks for', () => {
  test('is the chosen goal, mode and team', () => {
    expect(runRequestOf({ ...emptyDraft, goal: ' Decide. ' }, { mode: 'panel' })).toEqual({
      goal: 'Decide.',
      mode: 'panel',
    })
    expect(runRequestOf(emptyDraft, { team: 'shop-crew' })).toEqual({ team: 'shop-crew' })
  })

  test('has limits as numbers, agents as words and rules as lines', () => {
    const draft = {
      ...emptyDraft,
      agents: ['coder', 'qa', 'ux'],
      options: { allow: 'bash:git *\n\nedit:src/**' },
      limits: { maxTurns: '12', maxCostUsd: '0.5', maxDuration: ' ' },
    }
    expect(runRequestOf(draft, { mode: 'broadcast' })).toEqual({
      mode: 'broadcast',
      agents: ['coder', 'qa', 'ux'],
      allow: ['bash:git *', 'edit:src/**'],
      limits: { maxTurns: 12, maxCostUsd: 0.5 },
    })
  })

  test('sends a reasoning level if one is chosen', () => {
    const draft = { ...emptyDraft, reasoning: 'low' }
    expect(runRequestOf(draft, {})).toEqual({ reasoning: 'low' })
    expect(setBeyond(draft)).toBe('reasoning low')
  })

  test('sends protocol, depth and seats only to a panel', () => {
    const draft = { ...emptyDraft, options: { protocol: 'decide', depth: 'quick', seats: '5', reflect: true } }
    const settings = { protocol: 'decide', depth: 'quick', seats: 5 }
    expect(runRequestOf(draft, { mode: 'panel' }).settings).toEqual(settings)
    expect(runRequestOf(draft, { team: 'quick-panel' }, 'panel')).toEqual({ team: 'quick-panel', settings })
    expect(runRequestOf(draft, { mode: 'agent' }).settings).toEqual({ reflect: true })
    expect(runRequestOf(draft, { mode: 'plan' }).settings).toBeUndefined()
  })

  test('sends who is asked, unless it is left open', () => {
    const settingsOf = (options: object) =>
      runRequestOf({ ...emptyDraft, options: { ...options } }, { mode: 'panel' }).settings
    expect(settingsOf({ ask: 'everyone' })).toEqual({ ask: 'everyone' })
    expect(settingsOf({ ask: 'as-few-as-needed' })).toEqual({ ask: 'as-few-as-needed' })
    expect(settingsOf({ ask: '' })).toBeUndefined()
  })

  test('is summarized in one line when collapsed', () => {
    expect(setBeyond(emptyDraft)).toBe('')
    expect(setBeyond({ ...emptyDraft, limits: { maxTurns: '3' }, options: { yes: true, depth: 'quick' } })).toBe(
      '1 limit · approve gates automatically · depth quick',
    )
  })
})
