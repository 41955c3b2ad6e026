import { modes, type RunStart } from '@convene/domain'
import { answerParts, askOf, type Play, SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { cast, crewOf, planOf, step } from '../plan/crew.ts'
import { asksOf, ending, ofType, played } from '../plan/story.ts'
import { unattended as crew } from './teams.ts'

const names = Object.keys(modes)

async function run(start: RunStart, model: Play): Promise<SimulatedSession> {
  const stage = new SimulatedSession({ model })
  await stage.create(start)
  await stage.untilRest()
  expect(stage.world.violations).toEqual([])
  return stage
}

const usage = { input: 50, cached: 0, output: 10 }
const cutOff = (text: string) => [
  { type: 'text' as const, text },
  { type: 'finish' as const, finish: 'length' as const, usage },
]
const down: ReturnType<Play> = [{ type: 'failed', code: 'bad_request', message: 'No.', retryable: false }]

/** Always another file, never a word. */
const onlyReads: Play = ({ tools, effect }) =>
  tools.length === 0
    ? [{ type: 'finish', finish: 'stop', usage }]
    : [
        { type: 'call', tool: 'read', input: { target: effect } },
        { type: 'finish', finish: 'tools', usage },
      ]

describe('a limit that leaves no result', () => {
  test.each([...names, 'agent, which reflects'])('is a failure in mode %s', async (name) => {
    const mode = name.split(',')[0] ?? ''
    const settings = name === mode ? {} : { mode: { reflect: true } }
    const stage = await run(crew(mode, { limits: { maxCalls: 12 }, settings }), onlyReads)
    expect(ending(stage)).toMatchObject({ state: 'failed' })
  })
})

test('a panel in which a limit left nobody a word has failed, even if its Head writes a report', async () => {
  const head: Play = (request) => {
    const { heading } = askOf(request)
    if (heading === 'Clarify') return answerParts('CLEAR: it is.')
    if (heading === 'Topic') return answerParts('What to do.\nPROTOCOL: decide\nOPTION: Wait\nOPTION: Ship')
    return heading === 'Synthesize' ? answerParts('## Executive Summary\n\n- All is well.') : onlyReads(request, 1)
  }
  const stage = await run(crew('panel', { limits: { maxCalls: 6 } }), head)
  expect(ending(stage)).toMatchObject({ state: 'failed', reason: 'limit:calls', lacks: { done: 0 } })
})

describe('a result that a limit cut short', () => {
  test.each(['reflect', 'orchestrate'])('is delivered and not done in mode %s', async (mode) => {
    const model: Play = (request) => {
      const { heading } = askOf(request)
      if (heading === 'Plan') return answerParts('@worker:ada\nLook.\n@end\n@worker:bert\nLook.\n@end')
      return heading === 'Evaluate' ? answerParts('SCORE: 0.5\nRATIONALE: Half.') : answerParts(`By ${request.effect}.`)
    }
    const stage = await run(crew(mode, { limits: { maxCalls: mode === 'reflect' ? 7 : 4 } }), model)
    expect(ending(stage)).toMatchObject({ state: 'cancelled', reason: 'limit:calls' })
    expect(ofType(stage, 'artifact').filter(({ data }) => data.kind === 'report')).toHaveLength(1)
  })

  test('of a plan with open steps says how many were accepted', async () => {
    const steps = [step('s1', 'coder'), step('s2', 'tester', { dependsOn: ['s1'] })]
    const stage = await played(steps, {}, { limits: { maxTurns: 6 } })
    expect(ending(stage)).toMatchObject({ state: 'cancelled', reason: 'limit:turns', lacks: { what: 'steps', of: 2 } })
  })

  test('is none if the only step of a plan failed', async () => {
    const lines = cast({ planner: { Plan: planOf(step('s1', 'coder')) } })
    const model: Play = (request, call) => (request.agent === 'coder' ? onlyReads : lines)(request, call)
    const stage = await run(crewOf({ limits: { maxCalls: 12 } }), model)
    expect(ofType(stage, 'plan.committed')).toHaveLength(1)
    expect(ending(stage)).toMatchObject({ state: 'failed', reason: 'limit:calls', lacks: { done: 0, of: 1 } })
  })
})

describe('a team that lost a member', () => {
  test.each(['broadcast', 'sequential'])('is not done in mode %s, and says who is missing', async (mode) => {
    const stage = await run(crew(mode), ({ agent }) => (agent === 'ada' ? down : answerParts('Yes.')))
    expect(ending(stage)).toMatchObject({
      state: 'cancelled',
      lacks: { what: 'answered', done: 1, of: 2, who: ['ada'] },
    })
  })
})

describe('a time limit that ends a run whose model asks for patience', () => {
  const limited: ReturnType<Play> = [{ type: 'failed', code: 'rate_limited', message: 'Slow down.', retryable: true }]
  const stopped = () =>
    run(crew('broadcast', { limits: { maxDuration: 1 } }), ({ agent }) =>
      agent === 'ada' ? limited : answerParts('Yes.'),
    )

  test('says how long the run has worked', async () => {
    const [reached] = ofType(await stopped(), 'limit.reached')
    expect(reached?.data).toMatchObject({ which: 'time', spent: 60_000, cap: 60_000 })
  })

  test('says what kept the member from answering, and what helps', async () => {
    const error = ofType(await stopped(), 'task.finished').find(({ agent }) => agent === 'ada')?.data.error
    expect(error?.message).toContain('kept failing until a limit was reached')
    expect(error?.message).toContain('use another model')
  })
})

describe('an answer cut at its length limit', () => {
  test.each(['agent', 'broadcast', 'sequential', 'delegate'])('is not done in mode %s', async (mode) => {
    const stage = await run(crew(mode), () => cutOff('The first half of'))
    expect(ending(stage)).toMatchObject({ state: 'cancelled', reason: 'limit:length' })
  })
})

test('a loop whose lead names only strangers later on delivers its best result', async () => {
  let plans = 0
  const model: Play = (request) => {
    const { heading } = askOf(request)
    if (heading === 'Plan') {
      plans += 1
      return answerParts(plans === 1 ? '@worker:ada\nLook.\n@end' : '@worker:Zoltan the unknown\nLook.\n@end')
    }
    return heading === 'Evaluate' ? answerParts('SCORE: 0.85\nRATIONALE: Nearly.') : answerParts('The good one.')
  }
  const stage = await run(crew('reflect'), model)
  expect(ending(stage)).toMatchObject({ state: 'cancelled', reason: 'nothing_left' })
  expect(ending(stage)?.summary).toMatch(/score of 0\.85[\s\S]*The good one\./)
  expect(ofType(stage, 'artifact').map(({ data }) => data.text)).toEqual(['The good one.'])
})

test('a part of a plan that reached nobody is missing from the result', async () => {
  const model: Play = (request) =>
    answerParts(
      askOf(request).heading === 'Plan' ? '@worker:ada\nLook.\n@end\n@worker:Zoltan\nAsk.\n@end' : 'All is well.',
    )
  const stage = await run(crew('orchestrate'), model)
  expect(ending(stage)).toMatchObject({ state: 'cancelled', reason: 'not_assigned', summary: 'All is well.' })
})

describe('a step that its reviewer rejected three times', () => {
  const rejected = {
    coder: { Vote: 'VOTE: accept as is\nREASON: mine' },
    tester: { Vote: 'VOTE: accept as is\nREASON: fine' },
    reviewer: { Review: 'REOPEN: no tests', Vote: 'VOTE: accept as is\nREASON: tired' },
  }

  test('is not put to its author, and accepting it is said first and is not done', async () => {
    const stage = await played([step('s1', 'coder')], rejected)
    expect(asksOf(stage, 'coder', 'vote')).toEqual([])
    expect(ofType(stage, 'decision.proposed').map(({ data }) => data.eligible)).toEqual([['tester', 'reviewer']])
    expect(ending(stage)).toMatchObject({
      state: 'cancelled',
      reason: 'accepted_against_review',
      lacks: { what: 'steps', done: 0, of: 1 },
    })
    expect(ending(stage)?.summary).toMatch(/^\*\*1 step accepted against its review:\*\* s1 \[m\d+\]\./)
  })

  test('is done if the user accepts it', async () => {
    const stage = new SimulatedSession({
      model: cast({
        ...rejected,
        planner: { Plan: planOf(step('s1', 'coder')), Decide: 'I do not know.' },
        tester: { Vote: 'VOTE: reassign\nREASON: fine' },
      }),
    })
    await stage.create(crewOf({ settings: { interactive: true } }))
    await stage.untilRest()
    const [asked] = ofType(stage, 'question.asked').filter(({ data }) => data.decision !== undefined)
    expect(asked?.data.question).toMatch(/^The team could not decide\./)
    await stage.tell({ type: 'answer', text: 'accept as is', by: 'person' })
    await stage.untilRest()
    expect(ending(stage)).toMatchObject({ state: 'completed', reason: 'done' })
  })
})
