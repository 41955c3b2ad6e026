import { describe, expect, test } from 'vitest'
import { step } from './crew.ts'
import { asksOf, ending, ofType, played, statesOf } from './story.ts'

type PlayedPlan = Awaited<ReturnType<typeof played>>

const one = [step('s1', 'coder')]
const warningsOf = (stage: PlayedPlan, code: string) =>
  ofType(stage, 'warning').flatMap(({ data }) => (data.code === code ? [data] : []))
const COULD_NOT = 'your answer could not be used'

describe('an answer that cannot be read is requested once more, and then has a named outcome:', () => {
  test('a review of the plan that is readable the second time', async () => {
    const stage = await played(one, { tester: { 'Review plan': ['Looks good to me!', 'APPROVE'] } })
    const [, again] = asksOf(stage, 'tester', 'review_plan')
    expect(again).toContain(`${COULD_NOT}: it said neither APPROVE nor CONCERNS`)
    expect(ofType(stage, 'plan.reviewed').map(({ data }) => data.verdict)).not.toContain('concerns')
    expect(ending(stage)?.summary).not.toContain('Not understood')
  })

  test('a review of the plan that never has a verdict', async () => {
    const stage = await played(one, { tester: { 'Review plan': 'Looks good to me!' } })
    expect(asksOf(stage, 'tester', 'review_plan')).toHaveLength(2)
    expect(warningsOf(stage, 'plan_review_unread').map(({ unread }) => unread)).toEqual([undefined, 'plan-review'])
    expect(ending(stage)?.summary).toContain('Not understood:\n- Tester neither approved the plan nor named concerns.')
  })

  test('an answer to an offer', async () => {
    const lines = {
      coder: { Task: ['HANDOFF: tester: you know', 'Done.'] },
      tester: { Handoff: ['Well.', 'ACKNOWLEDGE'] },
    }
    const stage = await played(one, lines)
    expect(asksOf(stage, 'tester', 'handoff')[1]).toContain(COULD_NOT)
    expect(ofType(stage, 'handoff').map(({ data }) => data.state)).toEqual(['offered', 'acknowledged'])
  })

  test('an answer to an offer that never says anything: the step stays with its owner', async () => {
    const lines = { coder: { Task: ['HANDOFF: tester: you know', 'Done.'] }, tester: { Handoff: 'OK' } }
    const stage = await played(one, lines)
    expect(asksOf(stage, 'tester', 'handoff')).toHaveLength(2)
    expect(ofType(stage, 'handoff').map(({ data }) => data.state)).toEqual(['offered', 'refused'])
    expect(ending(stage)?.summary).toContain('Tester neither took step s1 over nor refused it. It stays with Coder.')
  })

  test('options for a blocked step', async () => {
    const lines = {
      coder: { Task: ['BLOCKED: no key', 'Done.'] },
      planner: { Options: ['Ask somebody.', '- ask\n- guess'] },
    }
    const stage = await played(one, lines)
    expect(asksOf(stage, 'planner', 'options')[1]).toContain(COULD_NOT)
    expect(ofType(stage, 'decision.proposed')[0]?.data.options).toEqual(['ask', 'guess'])
  })

  test('options that are never named: the team votes on the default ones', async () => {
    const lines = { coder: { Task: ['BLOCKED: no key', 'Done.'] }, planner: { Options: 'Ask somebody.' } }
    const stage = await played(one, lines)
    expect(asksOf(stage, 'planner', 'options')).toHaveLength(2)
    expect(ofType(stage, 'decision.proposed')[0]?.data.options).toEqual(['try again', 'drop the step'])
    expect(warningsOf(stage, 'options_unread').at(-1)?.unread).toBe('ways-on')
  })

  test('a review of a step: it is finished, and not accepted', async () => {
    const stage = await played(one, { reviewer: { Review: 'It seems fine.' } })
    expect(asksOf(stage, 'reviewer', 'review')[1]).toContain(COULD_NOT)
    expect(statesOf(stage, 's1').at(-1)).toBe('finished')
    expect(ending(stage)?.summary).toContain('The review of step s1 is inconclusive')
  })

  test("a review of a step: the result says so before the lead's claim, and an approval is an acceptance", async () => {
    const stage = await played(one, { reviewer: { Review: 'It seems fine.' }, planner: { Synthesize: 'All done.' } })
    const first = '**1 step not accepted by a review:** s1.\n\n## What Planner says\n\nAll done.'
    expect(ending(stage)?.summary.startsWith(first)).toBe(true)
    const said = ofType(stage, 'message').flatMap(({ data }) => (data.kind === 'synthesis' ? [data.text] : []))
    expect(said).toEqual([first])
    const approved = await played(one, { reviewer: { Review: '**Verdict:** Approved.' } })
    expect(statesOf(approved, 's1').at(-1)).toBe('accepted')
  })

  test('a vote: it does not count', async () => {
    const lines = { coder: { Task: ['BLOCKED: no key\n- ask\n- guess', 'Done.'] }, tester: { Vote: 'Whatever.' } }
    const stage = await played(one, lines)
    expect(ofType(stage, 'decision.voted').map(({ data }) => data.voter)).not.toContain('tester')
    expect(ending(stage)?.summary).toMatch(/The vote by Tester on .* could not be read, and does not count/u)
  })
})
