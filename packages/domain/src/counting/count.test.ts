import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countVotes } from './count.ts'
import { learnOutcome, type Truth } from './learn-outcome.ts'
import { emptyRecord, type TrackRecord, type Vote } from './record.ts'

const DAY = 86_400_000

type Cast = readonly [model: string, option: string, confidence?: number]

const voteOf = (options: readonly string[] | null, ...cast: readonly Cast[]): Vote => ({
  topic: 'general',
  options,
  ballots: cast.map(([model, option, confidence = null], seat) => ({ voter: `${seat}`, model, option, confidence })),
})

/** One seat of each of these models votes for the first option, time after time. */
function after(
  votes: number,
  models: readonly string[],
  isRight: (model: string, round: number) => boolean,
): TrackRecord {
  let known = emptyRecord
  for (let round = 0; round < votes; round++) {
    const truth = round % 2 === 0 ? 'Go' : 'Wait'
    const other = round % 2 === 0 ? 'Wait' : 'Go'
    const cast = models.map((model): Cast => [model, isRight(model, round) ? truth : other])
    known = learnOutcome(known, voteOf(['Go', 'Wait'], ...cast), { truth, at: round * DAY })
  }
  return known
}

const chance = (vote: Vote, known = emptyRecord): number => countVotes(vote, known).probability

describe('before anything is known', () => {
  test('three copies of one model are at most 4 points surer than one of them', () => {
    const one = chance(voteOf(['Go', 'Wait'], ['openai/gpt-5', 'Go']))
    const copies: Cast = ['openai/gpt-5', 'Go']
    expect(chance(voteOf(['Go', 'Wait'], copies, copies, copies)) - one).toBeLessThanOrEqual(0.04)
  })

  test('two copies against one other model decide almost nothing', () => {
    const copies: Cast = ['openai/gpt-5', 'Go']
    const against: Cast = ['anthropic/claude-5', 'Wait']
    expect(chance(voteOf(['Go', 'Wait'], copies, copies, against))).toBeLessThanOrEqual(0.55)
  })

  test('agreement of other vendors says more than agreement of one', () => {
    const go = (model: string): Cast => [model, 'Go']
    const one = chance(voteOf(['Go', 'Wait'], go('openai/gpt-5'), go('openai/gpt-5-mini')))
    const two = chance(voteOf(['Go', 'Wait'], go('openai/gpt-5'), go('anthropic/claude-5')))
    expect(two).toBeGreaterThan(one)
  })

  test('a confident vote says more than a doubtful one', () => {
    const stated = (confidence: number) => chance(voteOf(['Go', 'Wait'], ['a/x', 'Go', confidence]))
    expect(stated(95)).toBeGreaterThan(stated(60))
  })

  test('a tie has no option, and lists both', () => {
    const { option, tied } = countVotes(voteOf(['Go', 'Wait'], ['a/x', 'Go'], ['b/y', 'Wait']), emptyRecord)
    expect([option, tied]).toEqual([null, ['Go', 'Wait']])
  })

  test.each([2, 4, 6])('a tie of %i copies of one model stays a tie, in any order of votes', (copies) => {
    const cast = Array.from({ length: copies }, (_, seat): Cast => ['a/x', seat % 2 === 0 ? 'Go' : 'Wait'])
    expect(countVotes(voteOf(['Go', 'Wait'], ...cast), emptyRecord).tied).toEqual(['Go', 'Wait'])
  })

  test('an option that nobody voted for is never taken', () => {
    const known = after(40, ['a/x'], () => false)
    expect(countVotes(voteOf(['Go', 'Wait'], ['a/x', 'Go']), known).tied).toEqual(['Go'])
  })
})

describe('with experience', () => {
  test('a seat that is right more often beats two that guess', () => {
    const known = after(60, ['a/x', 'b/y', 'c/z'], (model, round) => model === 'a/x' || round % 4 < 2)
    const { option } = countVotes(voteOf(['Go', 'Wait'], ['a/x', 'Go'], ['b/y', 'Wait'], ['c/z', 'Wait']), known)
    expect(option).toBe('Go')
  })

  test('a seat that always says yes no longer counts as if it had looked', () => {
    let known = emptyRecord
    for (let round = 0; round < 40; round++) {
      const truth = round % 2 === 0 ? 'yes' : 'no'
      known = learnOutcome(known, voteOf(['yes', 'no'], ['a/x', 'yes'], ['b/y', truth]), { truth, at: round * DAY })
    }
    const { weights } = countVotes(voteOf(['yes', 'no'], ['a/x', 'yes'], ['b/y', 'no']), known)
    expect(weights[0]?.counted ?? 1).toBeLessThan((weights[1]?.counted ?? 0) / 4)
  })

  test('a seat that begins to lie after earning its record no longer decides after 15 decisions', () => {
    const honest = 60
    const liesUntil = (lies: number) =>
      after(honest + lies, ['a/x', 'b/y'], (model, round) => model === 'b/y' || round < honest)
    const { option } = countVotes(voteOf(['Go', 'Wait'], ['a/x', 'Go'], ['b/y', 'Wait']), liesUntil(15))
    expect(option).toBe('Wait')
  })

  test('what is half a year old is less sure', () => {
    const known = after(30, ['a/x'], () => true)
    const vote = voteOf(['Go', 'Wait'], ['a/x', 'Go'])
    const moved = (at: number) => {
      const next = learnOutcome(known, vote, { truth: 'Wait', at })
      return chance(vote, known) - chance(vote, next)
    }
    expect(moved(30 * DAY + 180 * DAY)).toBeGreaterThan(moved(30 * DAY))
  })
})

const models = ['openai/gpt-5', 'openai/gpt-5-mini', 'anthropic/claude-5', 'constructor', '__proto__']
const anyVote = fc.record({
  topic: fc.constantFrom('general', 'security', '__proto__', 'a|b'),
  options: fc.option(fc.uniqueArray(fc.constantFrom('Go', 'Wait', 'a|b', 'toString', '["x"]'), { minLength: 2 })),
  picks: fc.array(fc.tuple(fc.constantFrom(...models), fc.nat(9), fc.option(fc.integer({ min: 0, max: 100 }))), {
    minLength: 1,
    maxLength: 6,
  }),
  right: fc.nat(9),
  days: fc.nat(400),
})

const caseOf = ({ topic, options, picks, right, days }: typeof anyVote extends fc.Arbitrary<infer T> ? T : never) => {
  const among = options ?? ['one', 'two', '__proto__']
  const ballots = picks.map(([model, pick, confidence], seat) => ({
    voter: `${seat}`,
    model,
    option: among[pick % among.length] ?? '',
    confidence,
  }))
  return {
    vote: { topic, options, ballots },
    truth: { truth: right === 9 ? null : (among[right % among.length] ?? null), at: days * DAY },
  }
}

const fold = (cases: readonly { readonly vote: Vote; readonly truth: Truth }[]) =>
  cases.reduce((known, { vote, truth }) => learnOutcome(known, vote, truth), emptyRecord)

describe('whatever is voted on', () => {
  test('probabilities are probabilities, and the leader is an option with a vote', () => {
    fc.assert(
      fc.property(fc.array(anyVote, { maxLength: 20 }), anyVote, (before, last) => {
        const { vote } = caseOf(last)
        const { tied, probability, shares, weights } = countVotes(vote, fold(before.map(caseOf)))
        const voted = vote.ballots.map(({ option }) => option)
        expect(tied.every((option) => voted.includes(option))).toBe(true)
        expect(tied.length).toBeGreaterThan(0)
        expect(probability > 0 && probability < 1).toBe(true)
        expect([...shares.values()].reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(1 + 1e-9)
        expect(weights.every(({ news, counted }) => news >= 0 && Number.isFinite(counted))).toBe(true)
      }),
    )
  })

  test('the fold equals a rebuild from its stored form, bit for bit', () => {
    fc.assert(
      fc.property(fc.array(anyVote, { maxLength: 20 }), fc.nat(20), (votes, cut) => {
        const cases = votes.map(caseOf)
        const stored = JSON.parse(JSON.stringify(fold(cases.slice(0, cut)))) as TrackRecord
        const resumed = cases.slice(cut).reduce((known, { vote, truth }) => learnOutcome(known, vote, truth), stored)
        expect(JSON.stringify(resumed)).toBe(JSON.stringify(fold(cases)))
      }),
    )
  })

  test('the order of the ballots does not matter for the result', () => {
    fc.assert(
      fc.property(fc.array(anyVote, { maxLength: 10 }), anyVote, (before, last) => {
        const known = fold(before.map(caseOf))
        const { vote } = caseOf(last)
        const turned = countVotes({ ...vote, ballots: vote.ballots.toReversed() }, known)
        const straight = countVotes(vote, known)
        expect(turned.probability).toBeCloseTo(straight.probability, 3)
        expect(straight.close).toContain(turned.tied[0])
      }),
    )
  })

  test('outcomes about other models, topics and options hardly matter, and neither does their order', () => {
    const apart = (all: readonly ReturnType<typeof caseOf>[], name: string) =>
      all.map(({ vote, truth }) => ({
        vote: {
          ...vote,
          topic: `${name} ${vote.topic}`,
          options: vote.options && [...vote.options, name],
          ballots: vote.ballots.map((ballot) => ({ ...ballot, model: `${name}/${ballot.model.split('/').at(-1)}` })),
        },
        truth: { ...truth, at: 0 },
      }))
    fc.assert(
      fc.property(
        fc.array(anyVote, { maxLength: 6 }),
        fc.array(anyVote, { maxLength: 6 }),
        anyVote,
        (one, two, last) => {
          const [ours, theirs] = [apart(one.map(caseOf), 'one'), apart(two.map(caseOf), 'two')]
          const [next] = apart([caseOf(last)], 'one')
          if (!next) return
          const chanceAfter = (cases: typeof ours) => countVotes(next.vote, fold(cases)).probability
          const difference = chanceAfter([...ours, ...theirs]) - chanceAfter([...theirs, ...ours])
          expect(Math.abs(difference)).toBeLessThan(0.06)
        },
      ),
    )
  })

  test('a model under another name of the same vendor gets the same result', () => {
    fc.assert(
      fc.property(fc.array(anyVote, { maxLength: 10 }), anyVote, (before, last) => {
        const renamed = (all: readonly (typeof last)[]) =>
          all.map((each) => ({
            ...each,
            picks: each.picks.map(([model, ...rest]): (typeof each.picks)[number] => [
              model === 'openai/gpt-5' ? 'openai/gpt-9' : model,
              ...rest,
            ]),
          }))
        const one = countVotes(caseOf(last).vote, fold(before.map(caseOf)))
        const [other] = renamed([last]).map((each) => countVotes(caseOf(each).vote, fold(renamed(before).map(caseOf))))
        expect(other?.probability).toBe(one.probability)
      }),
    )
  })
})

test('what is known stays small, however many questions and topics come', () => {
  let known = emptyRecord
  for (let round = 0; round < 300; round++)
    known = learnOutcome(
      known,
      { ...voteOf([`yes ${round}`, 'no'], ['a/x', 'no'], ['b/y', `yes ${round}`]), topic: `topic ${round}` },
      { truth: 'no', at: round * DAY },
    )
  expect(Object.keys(known.sets)).toHaveLength(64)
  const names = Object.keys(known.beliefs)
  expect(names.filter((name) => name.startsWith('["topic"'))).toHaveLength(128)
  expect(names.length).toBeLessThan(400)
  expect(names.some((name) => name.includes('topic 299'))).toBe(true)
})
