import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomFrom } from '../team/draw-models.ts'
import { countVotes } from './count.ts'
import { learnOutcome } from './learn-outcome.ts'
import { cannotBeOvertaken } from './overtake.ts'
import { type CountedVote, emptyRecord, type TrackRecord, type Vote } from './record.ts'

const OPTIONS = ['A', 'B', 'C']

const vote = (model: string, option: string, confidence: number | null = null): CountedVote => ({
  voter: `seat (${model})`,
  model,
  option,
  confidence,
})
const asked = (ballots: readonly CountedVote[], options: readonly string[] = OPTIONS): Vote => ({
  topic: 'general',
  options,
  ballots,
})
const absent = (...models: readonly string[]) => models.map((model) => vote(model, ''))

describe('without a record', () => {
  test('nobody knows how sure the absent will be, so three that agree can be overtaken', () => {
    const three = asked([vote('a', 'A'), vote('b', 'A'), vote('c', 'A')])
    expect(cannotBeOvertaken(three, emptyRecord, [])).toBe(true)
    expect(cannotBeOvertaken(three, emptyRecord, absent('d', 'e', 'f'))).toBe(false)
  })

  test('three sure voters of different vendors are not overtaken by one', () => {
    const sure = asked(['a', 'b', 'c', 'd'].map((model) => vote(model, 'A', 98)))
    expect(cannotBeOvertaken(sure, emptyRecord, absent('e'))).toBe(true)
  })

  test('two that differ decide nothing, even if nobody is left', () => {
    expect(cannotBeOvertaken(asked([vote('a', 'A'), vote('b', 'B')]), emptyRecord, [])).toBe(false)
  })
})

const MODELS = ['v/a', 'v/b', 'w/c', 'w/d', 'x/e', 'y/f', 'z/g']

/** A record of models that differ in strength and in how much their confidence says. The last ones may have none. */
function recordOf(seed: number): TrackRecord {
  const random = randomFrom(seed)
  const pick = <T>(...all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const known = MODELS.slice(0, pick(3, 4, 5, 6, 7, 7)).map((model) => ({
    model,
    accuracy: pick(0.2, 0.5, 0.9, 0.95, 0.97),
    isHonest: pick(true, false),
  }))
  let record = emptyRecord
  for (let at = pick(0, 7, 30, 60); at > 0; at--) {
    const truth = pick(...OPTIONS)
    const cast = known.map(({ model, accuracy, isHonest }) => {
      const isRight = random() < accuracy
      return vote(model, isRight ? truth : pick(...OPTIONS), isHonest ? (isRight ? 97 : 3) : 60)
    })
    record = learnOutcome(record, asked(cast), { truth, at: 0 })
  }
  return record
}

const records = Array.from({ length: 100 }, (_, seed) => recordOf(seed))

/** Those asked mostly agree, and those not asked mostly disagree with them, or nothing would be tested. */
const castOf = (...options: readonly string[]) =>
  fc.record({
    option: fc.constantFrom(...options),
    confidence: fc.constantFrom(null, 0, 60, 99.5, 100),
    abstains: fc.boolean(),
  })
const first = fc.array(castOf('A', 'A', 'A', 'A', 'B', 'C'), { minLength: 2, maxLength: 5 })
const rest = fc.array(castOf('A', 'B', 'B', 'new', 'newer'), { maxLength: 2 })

test('the full vote has the same result as stopping early', () => {
  let claims = 0
  fc.assert(
    fc.property(fc.constantFrom(...records), first, rest, (record, early, late) => {
      const all = [...early, ...late].map((one, seat) => vote(MODELS[seat] ?? '', one.option, one.confidence))
      const now = asked(all.slice(0, early.length))
      if (late.length === 0 || !cannotBeOvertaken(now, record, all.slice(early.length))) return
      claims += 1
      const voting = all.filter((_, seat) => !late[seat - early.length]?.abstains)
      const added = new Set(voting.map(({ option }) => option).filter((option) => !OPTIONS.includes(option)))
      const full = countVotes(asked(voting, [...OPTIONS, ...added]), record)
      expect(full.option).toBe(countVotes(now, record).option)
    }),
    { numRuns: 5_000 },
  )
  expect(claims).toBeGreaterThan(200)
})
