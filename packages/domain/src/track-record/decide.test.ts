import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide } from './decide.ts'
import { type Ballot, emptyRecord, type Poll, resolve, type TrackRecord } from './track-record.ts'

const ballot = (model: string, option: string, confidence: number | null = null): Ballot => ({
  voter: model,
  model,
  option,
  confidence,
})
const poll = (...ballots: readonly Ballot[]): Poll => ({ topic: 'general', options: 4, ballots })

/** The record after this many decisions in which each of these models was right that often. */
function recordOf(decisions: number, accuracy: { readonly [model: string]: number }): TrackRecord {
  let record = emptyRecord
  for (let index = 0; index < decisions; index++) {
    const ballots = Object.entries(accuracy).map(([model, share]) =>
      ballot(model, Math.floor((index + 1) * share) > Math.floor(index * share) ? 'right' : `wrong ${model}`),
    )
    const cast = poll(...ballots)
    record = resolve(record, cast, { truth: 'right', at: 0 }, { features: [1, 1, 1], right: 1 })
  }
  return record
}

describe('before every seat has a record', () => {
  test('the most votes win', () => {
    const result = decide(poll(ballot('a', 'A'), ballot('b', 'B'), ballot('c', 'B')), emptyRecord)
    expect(result).toMatchObject({ option: 'B', how: 'majority', counts: { A: 1, B: 2 } })
  })

  test('a tie is left open, with the tied options', () => {
    const result = decide(poll(ballot('a', 'A'), ballot('b', 'B')), emptyRecord)
    expect(result).toMatchObject({ option: null, how: 'undecided' })
    expect(result.tied.toSorted()).toEqual(['A', 'B'])
  })

  test('the record of the seats that have one breaks a tie, and is named as the reason', () => {
    const record = recordOf(40, { good: 0.95 })
    const result = decide(poll(ballot('good', 'A'), ballot('new', 'B'), ballot('newer', 'C')), record)
    expect(result).toMatchObject({ option: 'A', how: 'tie broken by record' })
  })
})

describe('with a record', () => {
  const record = recordOf(40, { strong: 0.95, weak: 0.3, weaker: 0.25 })

  test('one seat that is nearly always right outvotes two that are nearly always wrong', () => {
    const result = decide(poll(ballot('weak', 'B'), ballot('strong', 'A'), ballot('weaker', 'B')), record)
    expect(result).toMatchObject({ option: 'A', how: 'record', counts: { A: 1, B: 2 } })
  })

  test('equally strong seats that all disagree leave it undecided', () => {
    const even = recordOf(40, { a: 0.6, b: 0.6, c: 0.6 })
    expect(decide(poll(ballot('a', 'A'), ballot('b', 'B'), ballot('c', 'C')), even).how).toBe('undecided')
  })

  test('two seats that make the same mistakes count less than two that do not', () => {
    const apart = recordOf(40, { a: 0.5, b: 0.5, c: 0.65 })
    const alike = { ...apart, wrong: { 'a + b': { pairs: 40, same: 40 } } }
    const cast = poll(ballot('a', 'A'), ballot('b', 'A'), ballot('c', 'C'))
    expect(decide(cast, apart).option).toBe('A')
    expect(decide(cast, alike).option).not.toBe('A')
  })

  test('a confidence counts as much as it was worth before', () => {
    let told = emptyRecord
    for (let index = 0; index < 60; index++) {
      const isSure = index % 2 === 0
      const cast = poll(ballot('a', isSure ? 'right' : 'wrong', isSure ? 95 : 55))
      told = resolve(told, cast, { truth: 'right', at: 0 }, { features: [1, 1, 1], right: 1 })
    }
    const sure = decide(poll(ballot('a', 'A', 95)), told).features[1] ?? 0
    const unsure = decide(poll(ballot('a', 'A', 55)), told).features[1] ?? 0
    expect(sure).toBeGreaterThan(unsure + 1)
  })

  test('two-year-old votes have faded to a sixteenth of their weight', () => {
    const cast = poll(ballot('a', 'right'))
    const at = 720 * 86_400_000
    const old = recordOf(16, { a: 1 })
    const later = resolve(old, cast, { truth: 'right', at }, { features: [1, 1, 1], right: 1 })
    expect(later.models.a?.standing.votes).toBeCloseTo(2)
  })

  test('a new version of a model starts from its family’s record', () => {
    const known = recordOf(40, { 'lab/good-1': 0.95, 'lab/bad-1': 0.3 })
    const result = decide(poll(ballot('lab/bad-2', 'B'), ballot('lab/good-2', 'A')), known)
    expect(result).toMatchObject({ option: 'A', how: 'tie broken by record' })
  })
})

const names = fc.constantFrom('a', 'b', 'constructor', '__proto__', 'toString')
const ballots = fc.array(
  fc.record({ voter: names, model: names, option: names, confidence: fc.option(fc.integer({ min: 0, max: 100 })) }),
  { minLength: 1, maxLength: 7 },
)

test('the order of votes does not matter, whatever models and options are called', () => {
  fc.assert(
    fc.property(ballots, fc.constantFrom(null, 2, 5), (cast, options) => {
      const counted = decide({ topic: 'general', options, ballots: cast }, emptyRecord)
      const again = decide({ topic: 'general', options, ballots: cast.toReversed() }, emptyRecord)
      expect(again.option).toBe(counted.option)
      expect(again.probability).toBeCloseTo(counted.probability)
      expect(counted.probability).toBeGreaterThan(0)
      expect(counted.probability).toBeLessThan(1)
    }),
  )
})
