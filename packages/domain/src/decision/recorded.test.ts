import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyRecord } from '../counting/record.ts'
import { type Event, type Fact, fact } from '../event/event.ts'
import { noLimits } from '../limits/limits.ts'
import type { RunId, SessionId } from '../shared/ids.ts'
import { type RecordedDecision, recordedIn, trackRecordOf } from './recorded.ts'

type Seat = { readonly slug: string; readonly model: string }
type Case = {
  readonly session?: string
  /** A fork has the runs of the session it was made from. */
  readonly forkOf?: string
  readonly seats?: readonly Seat[]
  readonly votes?: readonly string[]
  readonly more?: readonly Fact[]
  readonly rehearsal?: boolean
}

const runOf = (session: string) => `R ${session}` as RunId
const run = { run: runOf('S') }
const three: readonly Seat[] = [
  { slug: 'ada', model: 'a/one' },
  { slug: 'bob', model: 'b/two' },
  { slug: 'eve', model: 'c/three' },
]

function logOf({
  session = 'S',
  forkOf = session,
  seats = three,
  votes = ['X', 'X', 'Y'],
  more = [],
  rehearsal,
}: Case = {}) {
  const run = { run: runOf(forkOf) }
  const settings = { models: Object.fromEntries(seats.map(({ model }) => [model, { rehearsal: rehearsal === true }])) }
  const started = { mode: 'panel', team: { members: seats }, settings, limits: noLimits }
  const facts: readonly Fact[] = [
    fact('run.started', started as never, run),
    fact('decision.proposed', { decision: 'd1', topic: 'X or Y?', options: ['X', 'Y'] } as never, run),
    ...votes.map((option, index) =>
      fact(
        'decision.voted',
        { decision: 'd1', voter: seats[index]?.slug ?? '', option, reason: '', confidence: 80 },
        run,
      ),
    ),
    fact('decision.committed', { decision: 'd1', option: 'X', how: 'majority' } as never, run),
    ...more.map((each) => (each.type === 'decision.resolved' ? { ...each, data: { ...each.data, ...run } } : each)),
  ]
  return facts.map((each, index) => ({ ...each, session: session as SessionId, seq: index + 1, at: index })) as Event[]
}

const turnedOut = (outcome: 'option' | 'none' | 'unclear' | 'withdrawn', option?: string): Fact =>
  fact('decision.resolved', { decision: 'd1', outcome, by: 'user', ...(option && { option }) })
const recordOf = (...cases: readonly Case[]) => trackRecordOf(cases.flatMap((each) => recordedIn(logOf(each))))
/** Above zero: it was right more often than others. */
const worth = ({ beliefs }: ReturnType<typeof recordOf>, model: string) =>
  beliefs[JSON.stringify(['model', model])]?.mean ?? 0

describe('what a log records', () => {
  test('is each committed decision with its votes and models', () => {
    expect(recordedIn(logOf())).toMatchObject([
      {
        question: 'X or Y?',
        chosen: 'X',
        topic: 'general',
        resolved: null,
        ballots: [{ model: 'a/one', option: 'X' }, {}, {}],
      },
    ])
  })

  test.each([
    ['majority', true],
    ['record', true],
    ['lead', false],
    ['undecided', false],
  ])('says how likely it was to be right only if the votes decided: %s', (how, isSaid) => {
    const basis = { resolved: 0, models: 3, vendors: 3 }
    const log = logOf().map((event) =>
      event.type === 'decision.committed'
        ? ({ ...event, data: { ...event.data, how, probability: 0.7, basis } } as Event)
        : event,
    )
    expect(recordedIn(log)[0]?.likely).toEqual(isSaid ? { probability: 0.7, basis } : undefined)
  })

  test('leaves out abstentions, the casting vote, and voters without a seat', () => {
    const cast = (data: object) =>
      fact('decision.voted', { decision: 'd1', option: '', reason: '', ...data } as never, run)
    const log = logOf({ votes: ['X'] })
    const more = [
      cast({ voter: 'bob', abstains: true }),
      cast({ voter: 'eve', option: 'Y', casting: true }),
      cast({ voter: 'mallory', option: 'Y' }),
    ].map((each) => ({ ...log[0], ...each })) as Event[]
    expect(recordedIn([...log, ...more])[0]?.ballots).toHaveLength(1)
  })

  test('distinguishes decisions with the same name in two runs', () => {
    const again = logOf().map((event) => ({ ...event, run: 'R2' as RunId })) as Event[]
    const [first, second] = recordedIn([...logOf({ more: [turnedOut('option', 'Y')] }), ...again])
    expect([first?.resolved?.option, second?.resolved]).toEqual(['Y', null])
  })

  test('takes its topic from the session’s newest tags', () => {
    const tagged = fact('session.updated', { tags: ['databases', 'later'] })
    expect(recordedIn(logOf({ more: [tagged] }))[0]?.topic).toBe('databases')
  })

  test("takes its topic from the Head's word if the session has no tags", () => {
    const chosen = fact('protocol.chosen', { protocol: 'decide', by: 'head', field: 'hiring' }, run)
    expect(recordedIn(logOf({ more: [chosen] }))[0]?.topic).toBe('hiring')
    const tagged = fact('session.updated', { tags: ['people'] })
    expect(recordedIn(logOf({ more: [chosen, tagged] }))[0]?.topic).toBe('people')
  })
})

describe('the record', () => {
  test('counts who was right', () => {
    const record = recordOf({ more: [turnedOut('option', 'X')] })
    expect(record.decisions).toBe(1)
    expect(worth(record, 'a/one')).toBeGreaterThan(0)
    expect(worth(record, 'c/three')).toBeLessThan(0)
  })

  test('is the same after resolving twice, and empty after withdrawing', () => {
    const once = recordOf({ more: [turnedOut('unclear'), turnedOut('option', 'X')] })
    const twice = recordOf({ more: [turnedOut('option', 'Y'), turnedOut('option', 'X')] })
    expect(JSON.stringify(twice)).toBe(JSON.stringify(once))
    expect(recordOf({ more: [turnedOut('option', 'X'), turnedOut('withdrawn')] })).toEqual(emptyRecord)
  })

  test('counts everyone as wrong if no option was right, and nobody if it is unclear', () => {
    const none = recordOf({ more: [turnedOut('none')] })
    expect(none.decisions).toBe(1)
    expect(Math.max(worth(none, 'a/one'), worth(none, 'c/three'))).toBeLessThan(0)
    expect(recordOf({ more: [turnedOut('unclear')] }).decisions).toBe(0)
  })

  test('counts a decision once with its newest outcome, however often its session was forked', () => {
    const forks = ['A', 'B', 'C'].map((session) => ({ session, forkOf: 'A', more: [turnedOut('option', 'X')] }))
    expect(recordOf(...forks).decisions).toBe(1)
    const later = { session: 'D', forkOf: 'A', more: [turnedOut('option', 'X'), turnedOut('option', 'Y')] }
    expect(worth(recordOf(...forks, later), 'c/three')).toBeGreaterThan(0)
  })

  test('never contains a rehearsal', () => {
    expect(recordOf({ rehearsal: true, more: [turnedOut('option', 'X')] }).decisions).toBe(0)
  })

  test('distinguishes a seat with another model', () => {
    const other = [{ slug: 'ada', model: 'z/new' }, ...three.slice(1)]
    const more = [turnedOut('option', 'X')]
    const record = recordOf({ session: 'A', more }, { session: 'B', seats: other, more })
    expect([record.models['a/one'], record.models['z/new']]).toEqual([1, 1])
  })

  test('recognizes the model of a renamed seat', () => {
    const other = [{ slug: 'alice', model: 'a/one' }, ...three.slice(1)]
    const more = [turnedOut('option', 'X')]
    const record = recordOf({ session: 'A', more }, { session: 'B', seats: other, more })
    expect(record).toEqual(recordOf({ session: 'A', more }, { session: 'B', more }))
  })

  test('does not depend on the order in which sessions are read', () => {
    const option = fc.constantFrom('X', 'Y')
    const decided = fc.record({ votes: fc.array(option, { minLength: 1, maxLength: 3 }), truth: option })
    fc.assert(
      fc.property(fc.array(decided, { maxLength: 8 }), fc.infiniteStream(fc.nat()), (all, keys) => {
        const decisions: readonly RecordedDecision[] = all.flatMap(({ votes, truth }, index) =>
          recordedIn(logOf({ session: `S${index}`, votes, more: [turnedOut('option', truth)] })),
        )
        const shuffled = decisions
          .map((each) => ({ each, key: keys.next().value as number }))
          .toSorted((one, other) => one.key - other.key)
        expect(trackRecordOf(shuffled.map(({ each }) => each))).toEqual(trackRecordOf(decisions))
      }),
      { numRuns: 100 },
    )
  })
})

describe('for any outcomes in any order', () => {
  const said = fc.oneof(
    fc.constantFrom('X', 'Y').map((option) => turnedOut('option', option)),
    fc.constantFrom('none' as const, 'unclear' as const, 'withdrawn' as const).map((outcome) => turnedOut(outcome)),
  )
  const session = fc.record({
    votes: fc.array(fc.constantFrom('X', 'Y'), { minLength: 1, maxLength: 3 }),
    more: fc.array(said, { maxLength: 5 }),
    rehearsal: fc.boolean(),
  })
  const logsOf = (all: readonly Case[]) => all.map((each, index) => logOf({ ...each, session: `S${index}` }))
  const isOutcome = ({ type }: Event) => type === 'decision.resolved'

  test('only the last outcome in each session counts', () => {
    fc.assert(
      fc.property(fc.array(session, { maxLength: 6 }), (all) => {
        const logs = logsOf(all)
        const last = logs.map((log) => log.filter((event) => !isOutcome(event) || event === log.findLast(isOutcome)))
        expect(trackRecordOf(last.flatMap(recordedIn))).toEqual(trackRecordOf(logs.flatMap(recordedIn)))
      }),
    )
  })

  test('a record rebuilt from stored logs or rows is the same', () => {
    fc.assert(
      fc.property(fc.array(session, { maxLength: 6 }), (all) => {
        const logs = logsOf(all)
        const rows = logs.flatMap(recordedIn)
        const again = <T>(value: T): T => JSON.parse(JSON.stringify(value))
        expect(trackRecordOf(again(logs).flatMap(recordedIn))).toEqual(trackRecordOf(rows))
        expect(trackRecordOf(again(rows))).toEqual(trackRecordOf(rows))
      }),
    )
  })

  test('a rehearsal leaves no trace', () => {
    fc.assert(
      fc.property(fc.array(session, { maxLength: 6 }), (all) => {
        const logs = logsOf(all)
        const real = logs.filter((_, index) => !all[index]?.rehearsal)
        expect(trackRecordOf(real.flatMap(recordedIn))).toEqual(trackRecordOf(logs.flatMap(recordedIn)))
      }),
    )
  })
})
