import { describe, expect, test } from 'vitest'
import type { ModelEffect } from '../effect/effect.ts'
import type { ModelInfo } from '../event/run-settings.ts'
import type { Reasoning } from '../reasoning/reasoning.ts'
import type { Session } from '../state/session.ts'
import { begun, domain, ends, reply, seat, underWay, wanted } from './session.fixture.ts'

type ReasoningCase = { readonly own?: Reasoning; readonly run?: Reasoning; readonly maxTokens?: number }

function session(info: Partial<ModelInfo>, { own, run, maxTokens = 1_000 }: ReasoningCase = {}, limits = {}): Session {
  const models = { 'test/model': { price: { input: 1, output: 2 }, context: null, ...info } }
  const ada = seat('ada', { maxTokens, ...(own && { reasoning: own }) })
  return begun({ members: [ada], limits, settings: { models, ...(run && { reasoning: run }) } })
}

const callOf = (state: Session): ModelEffect => {
  const call = [...Object.values(state.started), ...wanted(state)].find((effect) => effect.kind === 'model')
  if (call?.kind !== 'model') throw new Error('no call is wanted')
  return call
}
const requestOf = (state: Session) => domain.prompt(state, callOf(state))
const thoughtAway = reply('', { finish: 'length', usage: { input: 10, cached: 0, output: 9_000 } })

describe('the output limit', () => {
  test.each<{ what: string; info: Partial<ModelInfo>; wish?: ReasoningCase; output: number; thinking?: number }>([
    { what: 'an unknown model', info: {}, output: 1_000 },
    { what: 'a model that does not think', info: { reasoning: [] }, output: 1_000 },
    { what: 'the default level', info: { reasoning: ['low', 'high'] }, output: 9_000, thinking: 8_000 },
    { what: 'low', info: { reasoning: ['low', 'high'] }, wish: { run: 'low' }, output: 5_000, thinking: 4_000 },
    { what: 'max', info: { reasoning: ['max'] }, wish: { own: 'max' }, output: 33_000, thinking: 32_000 },
    { what: 'off', info: { reasoning: ['off', 'low'] }, wish: { run: 'off' }, output: 1_000 },
    {
      what: 'an unsupported off',
      info: { reasoning: ['low'] },
      wish: { run: 'off' },
      output: 5_000,
      thinking: 4_000,
    },
    { what: 'its longest answer', info: { reasoning: ['low'], output: 3_000 }, output: 3_000, thinking: 2_000 },
    { what: 'a small window', info: { reasoning: [], context: 700 }, wish: { maxTokens: 5_000 }, output: 500 },
  ])('leaves room for $what', ({ info, wish, output, thinking }) => {
    const { reserve } = callOf(session(info, wish))
    if (info.context) expect(reserve.output).toBeLessThan(output)
    else expect({ output: reserve.output, thinking: reserve.thinking }).toEqual({ output, thinking })
  })

  test('is covered by the reservation', () => {
    const { reserve } = callOf(session({ reasoning: ['high'] }, { run: 'high' }))
    expect(reserve.costUsd).toBeGreaterThan((17_000 * 2) / 1_000_000)
  })

  test('is cut from the thinking first, until half of it is left', () => {
    const limited = (maxTotalTokens: number) => session({ reasoning: ['high'] }, {}, { maxTotalTokens })
    expect(callOf(limited(9_000)).reserve.thinking).toBeLessThan(8_000)
    expect(callOf(limited(9_000)).reserve.thinking).toBeGreaterThan(4_000)
    expect(wanted(limited(4_000))).toEqual([])
  })
})

describe('the requested reasoning level', () => {
  test("is the agent's own, else the run's, else none", () => {
    expect(requestOf(session({}, { own: 'low', run: 'max' })).reasoning).toBe('low')
    expect(requestOf(session({}, { run: 'max' })).reasoning).toBe('max')
    expect(requestOf(session({}))).not.toHaveProperty('reasoning')
  })

  test('is the lowest for a short answer that a program reads', () => {
    const models = { 'test/model': { price: null, context: null, reasoning: ['off', 'high'] as Reasoning[] } }
    const titled = { 'test/model': { ...models['test/model'] } }
    const state = begun({ members: [seat('ada', { reasoning: 'high' })], settings: { models: titled } })
    const task = Object.values(state.tasks)[0]
    if (!task) throw new Error('no task')
    const voting = { ...state, tasks: { [task.id]: { ...task, kind: 'vote' as const } } }
    expect(requestOf(state).reasoning).toBe('high')
    expect(requestOf(voting).reasoning).toBe('off')
  })
})

describe('an answer lost to thinking', () => {
  test('is requested once more immediately, with twice the room', () => {
    const first = underWay(session({ reasoning: ['low'] }, { run: 'low' }))
    const again = ends(first, 'ada', thoughtAway)
    const call = callOf(again)
    expect(call.reserve.output).toBe(10_000)
    expect(call.notBefore ?? 0).toBeLessThanOrEqual(again.at)
    const done = ends(underWay(again), 'ada', reply('Because.'))
    expect(done.run?.finished?.reason).toBe('done')
    expect(done.warned).not.toHaveProperty('output_limit')
  })

  test('fails the second time, with one warning that says what helps', () => {
    const again = ends(underWay(session({ reasoning: ['low'] })), 'ada', thoughtAway)
    const over = ends(underWay(again), 'ada', thoughtAway)
    expect(over.run?.finished?.reason).toBe('error:output_limit')
    expect(over.warned.output_limit).toBe(1)
    expect(over.run?.spent.output).toBe(18_000)
  })

  test('fails immediately if the model cannot write more', () => {
    const over = ends(underWay(session({ reasoning: ['low'], output: 2_000 })), 'ada', thoughtAway)
    expect(over.run?.finished?.reason).toBe('error:output_limit')
  })

  test('is different from a short text or a call', () => {
    const cut = ends(underWay(session({ reasoning: ['low'] })), 'ada', reply('Becau', { finish: 'length' }))
    expect(cut.warned).not.toHaveProperty('output_limit')
    expect(cut.run?.finished?.reason).not.toMatch(/^error/u)
  })
})

test('the log keeps the beginning and the end of long thinking', () => {
  const thought = `${'a'.repeat(60_000)}${'z'.repeat(60_000)}`
  const facts = domain.absorb(
    underWay(session({})),
    callOf(underWay(session({}))),
    reply('So.', { reasoning: thought }),
  )
  const [kept] = facts.flatMap((one) => (one.type === 'commentary' ? [one.data.text] : []))
  expect(kept?.length).toBeLessThan(20_100)
  expect(kept).toMatch(/^a+\n\n\[… 100,000 characters left out\]\n\nz+$/)
})

test('a model that is seen to think gets room for it from then on', () => {
  const members = [seat('ada', { maxTokens: 1_000 })]
  const before = underWay(begun({ members }))
  expect(callOf(before).reserve.output).toBe(1_000)
  const calls = [{ tool: 'nothing', input: {} }]
  const after = ends(before, 'ada', reply('I look.', { calls, finish: 'tools', reasoning: 'Let me think.' }))
  expect(after.learned).toMatchObject({ 'test/model': { thinks: true } })
  expect(callOf(after).reserve.output).toBe(9_000)
  expect(domain.prompt(after, callOf(after)).idleMs).toBe(600_000)
})
