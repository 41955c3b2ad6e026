import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide } from '../track-record/decide.ts'
import { emptyRecord, resolve } from '../track-record/track-record.ts'
import { bestVoter, resultOf, tally } from './tally.ts'

const options = ['tabs', 'spaces', 'both']
const votesFor = (...chosen: readonly string[]) =>
  chosen.map((option, index) => ({ voter: `v${index}`, option, reason: '', confidence: null }))
const decision = (eligible: number, ...chosen: readonly string[]) => ({
  options,
  eligible: Array.from({ length: eligible }, (_, index) => `v${index}`),
  votes: votesFor(...chosen),
  abstained: [] as readonly string[],
})

describe('the most votes win', () => {
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
  const asked = { topic: 'general', options: 3 }
  const ballots = Object.entries(models).map(([slug, model]) => ({
    voter: `${slug} (${model})`,
    model,
    option: slug === 'v0' ? 'tabs' : 'spaces',
    confidence: null,
  }))
  const learned = (times: number) => {
    let record = emptyRecord
    for (let at = 0; at < times; at++) {
      const { features } = decide({ ...asked, ballots }, record)
      record = resolve(record, { ...asked, ballots }, { truth: 'tabs', at }, { features, right: 0 })
    }
    return { record, models, topic: 'general' }
  }
  const split = decision(3, 'tabs', 'spaces', 'spaces')

  test('one model that was always right outweighs two that were always wrong', () => {
    expect(resultOf(split, learned(20))).toMatchObject({ how: 'record', option: 'tabs' })
  })

  test('the most votes win until every model has 8 resolved decisions', () => {
    expect(resultOf(split, learned(7))).toMatchObject({ how: 'majority', option: 'spaces' })
  })

  test('a tie goes to the side with the better record', () => {
    const tied = decision(2, 'tabs', 'spaces')
    expect(resultOf(tied)).toMatchObject({ how: 'lead', because: 'tie' })
    expect(resultOf(tied, learned(7))).toMatchObject({ how: 'tiebreak', option: 'tabs' })
  })

  test('a record from another topic counts less than one from this topic', () => {
    const here = resultOf(split, learned(20))
    const elsewhere = resultOf(split, { ...learned(20), topic: 'hiring' })
    expect(here.probability).toBeGreaterThan(elsewhere.probability)
  })

  test('the voter with the best record is known once its model has 8 decisions', () => {
    expect(bestVoter(split, learned(7))).toBeUndefined()
    expect(bestVoter(split, learned(20))).toMatchObject({ voter: 'v0' })
  })

  test('votes without a known model are counted by majority', () => {
    expect(resultOf(split, { ...learned(20), models: {} })).toMatchObject({ how: 'majority' })
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
        expect(resultOf({ ...one, votes: [...one.votes].reverse() })).toMatchObject(resultOf(one))
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
