import { describe, expect, test } from 'vitest'
import { estimate } from '../mode/estimate.ts'
import { modes } from '../modes/modes.ts'
import type { Reasoning } from '../reasoning/reasoning.ts'
import { estimateText } from '../run/estimate-text.ts'
import type { Learned } from '../state/session.ts'
import { begun, ends, reply, runStart, seat, told, underWay } from './session.fixture.ts'

const three = [seat('ada'), seat('bert'), seat('cleo')]
const guess = (mode: string, more: Parameters<typeof runStart>[0] = {}) => {
  const found = modes[mode]
  if (!found) throw new Error(`no mode ${mode}`)
  const run = runStart({ mode, members: three, ...more })
  return estimate(found.forecast({ ...run, goal: 'Why?' }), run, 'Why?')
}

describe('an estimate', () => {
  test.each(Object.keys(modes))('for %s is ordered from least to most', (mode) => {
    const { least, most, ...usual } = guess(mode)
    for (const amount of ['calls', 'input', 'output', 'costUsd', 'minutes'] as const) {
      expect(least?.[amount]).toBeGreaterThan(0)
      expect(usual[amount]).toBeGreaterThanOrEqual(least?.[amount] ?? 0)
      expect(most?.[amount]).toBeGreaterThanOrEqual(usual[amount] ?? 0)
    }
  })

  test('counts an image attached to the goal once per call', () => {
    const [mode, run] = [modes.broadcast, runStart({ mode: 'broadcast', members: three })]
    if (!mode) throw new Error('no broadcast')
    const forecast = mode.forecast({ ...run, goal: 'Why?' })
    const image = { hash: 'a'.repeat(64), mediaType: 'image/png', bytes: 9, width: 750, height: 100 } as const
    const [without, seen] = [estimate(forecast, run, 'Why?'), estimate(forecast, run, 'Why?', [image, image])]
    expect(seen.calls).toBe(without.calls)
    expect(seen.input - without.input).toBe(2 * 100 * without.calls)
  })

  test.each(Object.keys(modes))('for a rehearsal of %s does not take minutes', (mode) => {
    const members = ['ada', 'bert', 'cleo'].map((slug) => seat(slug, { model: 'rehearsal/offline' }))
    expect(estimateText(guess(mode, { members }))).toMatch(/ · (?:under )?1 min$/u)
  })

  test('stays within the limits of the run', () => {
    const limits = { maxTotalTokens: 5_000, maxCostUsd: 0.001, maxDuration: 1 }
    const { most } = guess('panel', { limits })
    expect((most?.input ?? 0) + (most?.output ?? 0)).toBeLessThanOrEqual(5_000)
    expect(most?.costUsd).toBeLessThanOrEqual(0.001)
    expect(most?.minutes).toBe(1)
  })

  test.each([20_000, 30_000, 100_000])(
    'for a panel cut off at %d tokens is still ordered by cost',
    (maxTotalTokens) => {
      const models = { 'test/model': { price: { input: 1, output: 10 }, context: null } }
      const run = guess('panel', { limits: { maxTotalTokens }, settings: { models } })
      expect(run.least?.costUsd).toBeLessThanOrEqual(run.most?.costUsd ?? 0)
    },
  )

  test('for a panel does not exceed its turn limit', () => {
    const quick = guess('panel', { limits: { maxTurns: 4 }, settings: { mode: { turnsGiven: true } } })
    expect(quick.most?.calls).toBeLessThan(guess('panel').most?.calls ?? 0)
  })

  test.each([
    ['a decision that may look first', { experiments: 'auto' }, 'up to 15 more calls if it splits and looks'],
    ['one that asks as few as needed', { experiments: 'auto', ask: 'as-few-as-needed' }, ''],
    ['one that nobody is asked for', { experiments: 'ask' }, ''],
  ])('for %s shows what looking adds apart, because few runs look', (_name, mode, more) => {
    const members = three.map((one, place) => ({ ...one, model: `test/${place}` }))
    const guessed = (experiments: object) =>
      guess('panel', {
        members,
        settings: { interactive: false, mode: { protocol: 'decide', ...mode, ...experiments } },
      })
    const [off, { rare, ...on }] = [guessed({ experiments: 'off' }), guessed({})]
    expect(on).toEqual(off)
    expect(estimateText({ ...on, ...(rare && { rare }) })).toBe(
      [estimateText(off), more].filter((part) => part !== '').join(' · '),
    )
  })

  describe('with a model that thinks', () => {
    const models = (reasoning: Reasoning[]) => ({
      'test/model': { price: { input: 1, output: 10 }, context: null, reasoning },
    })
    const said = (level: Reasoning | undefined, levels: Reasoning[] = ['off', 'low', 'high']) =>
      guess('broadcast', { settings: { models: models(levels), ...(level && { reasoning: level }) } })

    test('counts thinking as output, by level', () => {
      const [none, low, high] = [said('off'), said('low'), said('high')]
      expect(none).toEqual(said(undefined, []))
      expect(low.output).toBe(none.output + 1_000 * low.calls)
      expect(high.output).toBeGreaterThan(low.output)
      expect(high.costUsd).toBeGreaterThan(low.costUsd ?? 0)
      expect(high.minutes).toBeGreaterThan(none.minutes)
    })
  })

  describe('in a session that has used the model before', () => {
    const mode = modes.broadcast as NonNullable<typeof modes.broadcast>
    const run = runStart({ mode: 'broadcast', members: three })
    const forecast = mode.forecast({ ...run, goal: 'Why?' })
    const after = (learned: Learned) => estimate(forecast, { ...run, learned: { 'test/model': learned } }, 'Why?')
    const before = estimate(forecast, run, 'Why?')

    test('scales the input like its provider does', () => {
      expect(after({ tokensPerEstimate: 2 }).input).toBe(before.input * 2)
    })

    test('uses the length and duration of earlier answers', () => {
      const seen = after({ output: 5_000, ms: 60_000 })
      expect(seen.output).toBe(5_000 * seen.calls)
      expect(seen.minutes).toBeCloseTo(before.minutes * 4, 0)
    })

    test('leaves room for thinking if it was seen to think', () => {
      expect(after({ thinks: true }).output).toBeGreaterThan(before.output)
    })

    test('learns from the calls of the previous run', () => {
      const usage = { input: 4_000, cached: 0, output: 3_000 }
      const first = ends(underWay(begun()), 'ada', reply('So.', { usage, ms: 90_000 }))
      const next = told(first, { type: 'run', goal: 'And now?', run: runStart() })
      expect(next.run?.estimate.output).toBeGreaterThan(first.run?.estimate.output ?? 0)
      expect(next.run?.estimate.minutes).toBeGreaterThan(first.run?.estimate.minutes ?? 0)
    })
  })

  test('is shown as a range in one line', () => {
    const calls = { calls: 10, input: 17_000, output: 1_000, costUsd: 0.0214, minutes: 2 }
    const most = { calls: 31, input: 160_000, output: 9_000, costUsd: 0.1849, minutes: 6.4 }
    expect(estimateText({ ...calls, least: calls, most })).toBe(
      '10–31 calls · 18k–170k tokens · $0.021–$0.18 · 2–6 min',
    )
  })

  test('says “1 call” in the singular', () => {
    const one = { calls: 1, input: 900, output: 100, costUsd: 0, minutes: 1 }
    expect(estimateText({ ...one, least: one, most: one })).toBe('1 call · 1k tokens · $0 · 1 min')
    expect(estimateText(one)).toMatch(/^about 1 call ·/u)
    expect(estimateText({ ...one, least: one, most: { ...one, calls: 2 } })).toMatch(/^1–2 calls ·/u)
  })

  test('from before there were ranges is shown as a single number', () => {
    const old = { calls: 16, input: 40_000, output: 9_000, costUsd: null, minutes: 4 }
    expect(estimateText(old)).toBe('about 16 calls · about 49k tokens · unknown price · about 4 min')
  })
})
