import { describe, expect, test } from 'vitest'
import { choiceOf } from './choice.ts'
import { emptyDraft, runRequestOf } from './draft.ts'

const own = () => true
const foreign = () => false

describe('how a run would work', () => {
  test('follows the goal, and says why', () => {
    expect(choiceOf({ ...emptyDraft, goal: 'Add a button' }, own)).toEqual({
      approach: 'build',
      mode: 'plan',
      because: 'the goal asks for work to be done',
    })
  })

  test('is a moderated discussion if the goal asks for one or its card is chosen', () => {
    const discussed = { approach: 'discussion', mode: 'panel', protocol: 'discuss' }
    expect(choiceOf({ ...emptyDraft, goal: 'Debate tabs' }, own)).toMatchObject(discussed)
    const chosen = { ...emptyDraft, goal: 'Should we move?', approach: 'discussion' } as const
    expect(choiceOf(chosen, own)).toEqual(discussed)
    expect(runRequestOf(chosen, choiceOf(chosen, own))).toMatchObject({
      mode: 'panel',
      settings: { protocol: 'discuss' },
    })
  })

  test('follows the sample goal while none is entered, without a reason', () => {
    expect(choiceOf(emptyDraft, own)).toEqual({ approach: 'decision', mode: 'panel' })
  })

  test('follows changed seats before a chosen card, and either before the settings and the goal', () => {
    const usual = { mode: 'plan', team: '' }
    const draft = { ...emptyDraft, goal: 'Add a button', usual }
    expect(choiceOf(draft, own)).toEqual({ approach: 'build', mode: 'plan', because: 'your settings say so' })
    expect(choiceOf({ ...draft, approach: 'review' }, own)).toEqual({
      approach: 'review',
      mode: 'reflect',
      team: 'code-review-team',
    })
    const seats = { ...draft, approach: 'review', team: 'shop-crew' } as const
    expect(choiceOf(seats, own)).toEqual({ team: 'shop-crew' })
  })

  test('skips a repository’s team with the name of a built-in one', () => {
    expect(choiceOf({ ...emptyDraft, goal: 'Review it' }, foreign)).toMatchObject({ mode: 'reflect' })
    expect(choiceOf({ ...emptyDraft, goal: 'Review it' }, foreign).team).toBeUndefined()
  })
})
