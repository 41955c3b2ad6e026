import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomFrom } from '../team/draw-models.ts'
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
  test('two of three that agree cannot be overtaken, but two of five can', () => {
    const pair = poll([vote('a', 'A'), vote('b', 'A')])
    expect(cannotBeOvertaken(pair, emptyRecord, absent('c'))).toBe(true)
    expect(cannotBeOvertaken(pair, emptyRecord, absent('c', 'd', 'e'))).toBe(false)
  })

  test('two that differ decide nothing, even if nobody is left', () => {
    expect(cannotBeOvertaken(poll([vote('a', 'A'), vote('b', 'B')]), emptyRecord, [])).toBe(false)
  })
})

const MODELS = ['v/a', 'v/b', 'w/c', 'w/d', 'x/e', 'y/f', 'z/g']

/**
 * A record of models that differ in strength and in how much their confidence says. The last ones may have no record:
 * then it depends on who votes whether the record counts at all.
 */
function recordOf(seed: number): TrackRecord {
  const random = randomFrom(seed)
  const pick = <T>(...all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const known = MODELS.slice(0, pick(3, 4, 5, 6, 7, 7)).map((model) => ({
    model,
    accuracy: pick(0.2, 0.5, 0.7, 0.95, 0.97),
    isHonest: pick(true, false),
  }))
  let record = emptyRecord
  for (let at = pick(0, 7, 12, 30); at > 0; at--) {
    const cast = known.map(({ model, accuracy, isHonest }, seat) => {
      const isRight = random() < accuracy
      return vote(model, isRight ? 'R' : `W${seat % 2}`, isHonest ? (isRight ? 97 : 3) : 60)
    })
    const { features } = decide(poll(cast), record)
    record = resolve(record, poll(cast), { truth: 'R', at: 0 }, { features, right: 1 })
  }
  return record
}

const records = Array.from({ length: 200 }, (_, seed) => recordOf(seed))

/** Those asked mostly agree, and those not asked mostly disagree with them, or nothing would be tested. */
const castOf = (...options: readonly string[]) =>
  fc.record({
    option: fc.constantFrom(...options),
    confidence: fc.constantFrom(null, 0, 60, 100),
    abstains: fc.boolean(),
  })
const asked = fc.array(castOf('A', 'A', 'A', 'A', 'B', 'C'), { minLength: 1, maxLength: 3 })
const others = fc.array(castOf('A', 'B', 'B', 'new', 'newer'), { maxLength: 4 })

test('the full vote has the same result as stopping early', () => {
  let claims = 0
  fc.assert(
    fc.property(fc.constantFrom(...records), asked, others, (record, first, rest) => {
      const all = [...first, ...rest].map((one, seat) => vote(MODELS[seat] ?? '', one.option, one.confidence))
      const now = poll(all.slice(0, first.length))
      if (!cannotBeOvertaken(now, record, all.slice(first.length))) return
      claims += 1
      const voting = all.filter((_, seat) => !rest[seat - first.length]?.abstains)
      const added = new Set(voting.slice(first.length).map(({ option }) => option)).size
      for (const options of [3, 3 + added])
        expect(decide(poll(voting, options), record).option).toBe(decide(now, record).option)
    }),
    { numRuns: 10_000 },
  )
  expect(claims).toBeGreaterThan(1_000)
})
