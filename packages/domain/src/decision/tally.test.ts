import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { learnOutcome } from '../counting/learn-outcome.ts'
import { emptyRecord } from '../counting/record.ts'
import { basisText, forecastLines, weightText } from './forecast-text.ts'
import { bestVoter, nothingKnown, resultOf, tally } from './tally.ts'

const options = ['tabs', 'spaces', 'both']
const votesFor = (...chosen: readonly string[]) =>
  chosen.map((option, index) => ({ voter: `v${index}`, option, reason: '', confidence: null }))
const decision = (eligible: number, ...chosen: readonly string[]) => ({
  options,
  eligible: Array.from({ length: eligible }, (_, index) => `v${index}`),
  votes: votesFor(...chosen),
  abstained: [] as readonly string[],
})

describe('if nothing is known, the most votes win', () => {
  test.each([
    { eligible: 3, chosen: ['tabs', 'tabs', 'spaces'], option: 'tabs' },
    { eligible: 4, chosen: ['tabs', 'tabs', 'spaces', 'both'], option: 'tabs' },
    { eligible: 4, chosen: ['spaces', 'spaces'], option: 'spaces' },
    { eligible: 2, chosen: ['both'], option: 'both' },
    { eligible: 1, chosen: ['both'], option: 'both' },
  ])('$chosen of $eligible eligible: $option', ({ eligible, chosen, option }) => {
    expect(resultOf(decision(eligible, ...chosen))).toMatchObject({ how: 'majority', option })
  })

  test('if only the user votes, the user decides', () => {
    const alone = {
      options,
      eligible: ['user'],
      abstained: [],
      votes: [{ ...votesFor('tabs')[0], voter: 'user' }] as never,
    }
    expect(resultOf(alone)).toMatchObject({ how: 'user', option: 'tabs' })
  })
})

describe('the lead decides', () => {
  test.each([
    { eligible: 2, chosen: ['tabs', 'spaces'], because: 'tie', among: ['tabs', 'spaces'] },
    { eligible: 5, chosen: ['both', 'tabs', 'both', 'tabs', 'spaces'], because: 'tie', among: ['tabs', 'both'] },
    { eligible: 3, chosen: [], because: 'quorum', among: options },
    { eligible: 3, chosen: ['tabs'], because: 'quorum', among: options },
    { eligible: 5, chosen: ['tabs', 'tabs'], because: 'quorum', among: options },
    { eligible: 0, chosen: [], because: 'quorum', among: options },
  ])('$chosen of $eligible eligible: $because', ({ eligible, chosen, because, among }) => {
    expect(resultOf(decision(eligible, ...chosen))).toMatchObject({ how: 'lead', because, among })
  })
})

test('an abstention counts towards the turnout and for no option', () => {
  const one = decision(5, 'tabs')
  expect(resultOf(one)).toMatchObject({ how: 'lead', because: 'quorum' })
  expect(resultOf({ ...one, abstained: ['v3', 'v4'] })).toMatchObject({ how: 'majority', option: 'tabs' })
  expect(resultOf({ ...decision(2), abstained: ['v0', 'v1'] })).toMatchObject({ how: 'lead' })
})

describe('with a record', () => {
  const models = { v0: 'a/good', v1: 'b/bad', v2: 'c/worse' }
  const ballots = Object.entries(models).map(([slug, model]) => ({
    voter: `${slug} (${model})`,
    model,
    option: slug === 'v0' ? 'tabs' : 'spaces',
    confidence: null,
  }))
  const learned = (times: number, topic = 'general') => {
    let record = emptyRecord
    for (let at = 0; at < times; at++)
      record = learnOutcome(record, { topic, options, ballots }, { truth: at % 4 === 0 ? 'both' : 'tabs', at })
    return { record, models, topic: 'general' }
  }
  const split = decision(3, 'tabs', 'spaces', 'spaces')

  test('one model that was right often outweighs two that were always wrong', () => {
    expect(resultOf(split, { ...learned(0), models })).toMatchObject({ how: 'majority', option: 'spaces' })
    expect(resultOf(split, learned(20))).toMatchObject({ how: 'record', option: 'tabs' })
  })

  test('a tie goes to the side with the better record', () => {
    const tied = decision(2, 'tabs', 'spaces')
    expect(resultOf(tied)).toMatchObject({ how: 'lead', because: 'tie' })
    expect(resultOf(tied, learned(7))).toMatchObject({ how: 'record', option: 'tabs' })
  })

  test('a record from another topic counts less than one from this topic', () => {
    const [here, elsewhere] = [learned(20), learned(20, 'hiring')].map((known) => resultOf(split, known))
    expect(here?.forecast.probability).toBeGreaterThan(elsewhere?.forecast.probability ?? 1)
  })

  test('the voter with the best record is known once its model has voted', () => {
    expect(bestVoter(split, learned(0))).toBeUndefined()
    expect(bestVoter(split, learned(20))).toMatchObject({ voter: 'v0' })
  })

  test('the record of a model says nothing about a voter with another one', () => {
    expect(resultOf(split, { ...learned(20), models: {} })).toMatchObject({ how: 'majority', option: 'spaces' })
  })
})

describe('what is said beside the result', () => {
  const known = { ...nothingKnown, models: { v0: 'openai/gpt-5', v1: 'openai/gpt-5', v2: 'anthropic/claude-5' } }

  test('a first guess names how many models and vendors it is from', () => {
    const { forecast } = resultOf(decision(3, 'tabs', 'tabs', 'tabs'), known)
    expect(forecast.basis).toEqual({ resolved: 0, models: 2, vendors: 2 })
    expect(basisText(forecast.basis)).toBe('first guess from 2 models of 2 vendors')
    expect(basisText({ resolved: 41, models: 2, vendors: 2 })).toBe('41 resolved decisions')
  })

  test('a copy counts less than another vendor, and says whose copy it is', () => {
    const { weights } = resultOf(decision(3, 'tabs', 'tabs', 'tabs'), known).forecast
    const [copy, , other] = weights
    expect(copy?.weight).toBeLessThan(other?.weight ?? 0)
    expect(copy?.like).toEqual({ voter: 'v1', by: 'model' })
    expect(copy && weightText(copy, (voter) => voter.toUpperCase())).toMatch(/^V0 0\.\d \(same model as V1\)$/u)
    expect(other).not.toHaveProperty('like')
  })

  test('a vote that speaks against its option has a minus, and one that says nothing has none', () => {
    const text = (weight: number) => weightText({ voter: 'V', weight, chance: 0.67 }, (voter) => voter)
    expect([-0.31, -0.02, 0.02, 1.25].map(text)).toEqual(['V −0.3', 'V 0.0', 'V 0.0', 'V 1.3'])
  })

  test('copies against another vendor are too close to tell', () => {
    const { forecast } = resultOf(decision(3, 'tabs', 'tabs', 'spaces'), known)
    expect(forecast.close).toEqual(['tabs', 'spaces'])
    expect(resultOf(decision(3, 'tabs', 'tabs', 'tabs'), known).forecast.close).toEqual([])
  })

  test('a result that is probably wrong is taken, and said to be unlikely', () => {
    const ballots = ['v0', 'v2'].map((voter) => {
      const model = known.models[voter as 'v0']
      return { voter, model, option: 'accept', confidence: null }
    })
    let record = emptyRecord
    for (let at = 0; at < 20; at++)
      record = learnOutcome(
        record,
        { topic: 'general', options: ['accept', 'reject'], ballots },
        { truth: at % 5 === 0 ? 'accept' : 'reject', at },
      )
    const votes = { ...decision(2), votes: votesFor('accept', 'accept'), options: ['accept', 'reject'] }
    const result = resultOf(votes, { ...known, models: { v0: 'openai/gpt-5', v1: 'anthropic/claude-5' }, record })
    expect(result).toMatchObject({ how: 'majority', option: 'accept' })
    const lines = forecastLines(result.forecast, { option: 'accept', name: (voter) => voter })
    expect(lines).toContainEqual(expect.stringMatching(/^Unlikely: “accept” won, but .* right in \d\d % of cases\.$/u))
  })
})

describe('for any votes', () => {
  const any = fc
    .record({ chosen: fc.array(fc.constantFrom(...options), { maxLength: 9 }), absent: fc.nat(9) })
    .map(({ chosen, absent }) => decision(chosen.length + absent, ...chosen))

  test('every vote is counted once', () => {
    fc.assert(
      fc.property(any, (one) => {
        expect(tally(one).reduce((sum, { count }) => sum + count, 0)).toBe(one.votes.length)
      }),
    )
  })

  test('the order of the votes does not matter', () => {
    fc.assert(
      fc.property(any, (one) => {
        const { forecast, ...result } = resultOf(one)
        const turned = resultOf({ ...one, votes: [...one.votes].reverse() })
        expect(turned).toMatchObject(result)
        expect(turned.forecast.probability).toBeCloseTo(forecast.probability, 9)
      }),
    )
  })

  test('the winner has more votes than any other option and at least half of the eligible voted', () => {
    fc.assert(
      fc.property(any, (one) => {
        const result = resultOf(one)
        if (result.how === 'lead') return
        const counts = tally(one)
        const own = counts.find(({ option }) => option === result.option)?.count ?? 0
        expect(counts.every(({ option, count }) => option === result.option || count < own)).toBe(true)
        expect(one.votes.length * 2).toBeGreaterThanOrEqual(one.eligible.length)
      }),
    )
  })
})
