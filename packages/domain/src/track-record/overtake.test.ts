import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide } from './decide.ts'
import { cannotBeOvertaken } from './overtake.ts'
import { type Ballot, emptyRecord, type Poll, resolve, type TrackRecord } from './track-record.ts'

const vote = (model: string, option: string, confidence: number | null = null): Ballot => ({
  voter: `seat (${model})`,
  model,
  option,
  confidence,
})
const poll = (ballots: readonly Ballot[], options = 3): Poll => ({ topic: 'general', options, ballots })
const absent = (...models: readonly string[]) => models.map((model) => vote(model, ''))

describe('without a record', () => {
  test('two of three that agree cannot be overtaken, two of five can', () => {
    const pair = poll([vote('a', 'A'), vote('b', 'A')])
    expect(cannotBeOvertaken(pair, emptyRecord, absent('c'))).toBe(true)
    expect(cannotBeOvertaken(pair, emptyRecord, absent('c', 'd', 'e'))).toBe(false)
  })

  test('two that differ decide nothing, even if nobody is left', () => {
    expect(cannotBeOvertaken(poll([vote('a', 'A'), vote('b', 'B')]), emptyRecord, [])).toBe(false)
  })
})

/** Decisions that models of different strength have voted in, so that weights differ from case to case. */
const histories = fc.array(
  fc.record({
    right: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    confidence: fc.array(fc.option(fc.integer({ min: 0, max: 100 })), { minLength: 6, maxLength: 6 }),
  }),
  { maxLength: 24 },
)
const MODELS = ['v/a', 'v/b', 'w/c', 'w/d', 'x/e', 'y/f']

function recordFrom(history: readonly { right: readonly boolean[]; confidence: readonly (number | null)[] }[]) {
  return history.reduce((record: TrackRecord, { right, confidence }) => {
    const ballots = MODELS.map((model, seat) => vote(model, right[seat] ? 'R' : `W${seat % 2}`, confidence[seat]))
    const cast = poll(ballots)
    const { features } = decide(cast, record)
    return resolve(record, cast, { truth: 'R', at: 0 }, { features, right: 1 })
  }, emptyRecord)
}

const ballots = fc.array(
  fc.record({
    option: fc.constantFrom('A', 'A', 'A', 'B', 'C', 'new', 'newer'),
    confidence: fc.option(fc.integer({ min: 0, max: 100 })),
    abstains: fc.boolean(),
  }),
  { minLength: 2, maxLength: 6 },
)

test('where asking stops early, the full vote has the same result', () => {
  let claims = 0
  fc.assert(
    fc.property(histories, ballots, fc.integer({ min: 1, max: 6 }), (history, cast, first) => {
      const record = recordFrom(history)
      const all = cast.map(({ option, confidence }, seat) => vote(MODELS[seat] ?? '', option, confidence))
      const asked = poll(all.slice(0, first))
      if (!cannotBeOvertaken(asked, record, all.slice(first))) return
      claims += 1
      const voting = all.filter((_, seat) => seat < first || !cast[seat]?.abstains)
      const added = new Set(voting.slice(first).map(({ option }) => option)).size
      for (const options of [3, 3 + added])
        expect(decide(poll(voting, options), record).option).toBe(decide(asked, record).option)
    }),
    { numRuns: 10_000 },
  )
  expect(claims).toBeGreaterThan(1_000)
})
