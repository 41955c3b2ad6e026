import { describe, expect, test } from 'vitest'
import { emptyRecord } from '../../counting/record.ts'
import { leadsTo } from '../../mode/transitions.ts'
import { seat, teamOf } from '../../session/session.fixture.ts'
import type { MessageId, RunId } from '../../shared/ids.ts'
import { withParts } from './accessors.ts'
import { countLines } from './ballot/count-lines.ts'
import type { CastBallot } from './ballot/state.ts'
import { tallyBallots } from './ballot/tally.ts'
import { convergedBy, mayConverge } from './debate/discussion/convergence.ts'
import { optionsFromLedger } from './debate/options.ts'
import { leftMs } from './debate/progress.ts'
import { debateSpeaker, waiting } from './debate/speakers.ts'
import type { DebateState, Held, Turn } from './debate/state.ts'
import type { ReportContext } from './report/state.ts'
import { PanelSettings, panelSeats } from './setup/settings.ts'
import { panelTransitions } from './setup/table.ts'
import { blank } from './state.ts'

const members = ['ada', 'bert', 'cleo'].map((slug) => seat(slug))
const id = (text: string) => text as MessageId
const floorOf = (debate: Partial<DebateState>): ReportContext =>
  ({
    run: { id: 'RUN' as RunId, team: { ...teamOf(...members), judge: seat('mod') } },
    panel: withParts(blank, { debate }),
  }) as unknown as ReportContext

const turn = (number: number, agent: string, more: Partial<Turn> = {}): Turn => ({
  turn: number,
  round: Math.ceil(number / 3),
  agent,
  state: 'approved',
  message: id(`m${number}`),
  stated: true,
  changed: false,
  more: false,
  said: null,
  stale: false,
  stuck: false,
  ms: 1_000,
  ...more,
})
const rounds = (count: number, change: (number: number) => Partial<Turn> = () => ({})): readonly Turn[] =>
  Array.from({ length: count * 3 }, (_, index) => turn(index + 1, members[index % 3]?.slug ?? '', change(index + 1)))
const held = (agent: string, position: string, more: Partial<Held> = {}): Held => ({
  agent,
  round: 1,
  position,
  confidence: 90,
  changed: false,
  because: '',
  flagged: false,
  message: null,
  option: null,
  probabilities: null,
  abstains: false,
  move: null,
  grounds: null,
  reason: '',
  veto: '',
  ...more,
})

describe('the table', () => {
  test.each([
    ['idle', 'userSubmitted', 'clarifying'],
    ['clarifying', 'clarificationsComplete', 'awaiting_approval'],
    ['clarifying', 'turnCompleted', 'clarifying'],
    ['awaiting_approval', 'userApproved', 'initializing'],
    ['awaiting_approval', 'userRejected', 'clarifying'],
    ['initializing', 'panelistsReady', 'running'],
    ['running', 'turnCompleted', 'running'],
    ['running', 'convergenceDetected', 'converging'],
    ['running', 'timeout', 'converging'],
    ['running', 'limitReached', 'converging'],
    ['converging', 'turnCompleted', 'synthesizing'],
    ['converging', 'debateResumed', 'running'],
    ['synthesizing', 'synthesisComplete', 'completed'],
    ['completed', 'userSubmitted', 'clarifying'],
    ['completed', 'reset', 'idle'],
    ['cancelled', 'reset', 'idle'],
    ['failed', 'reset', 'idle'],
    ['paused', 'userCancelled', 'cancelled'],
  ])('%s: %s leads to %s', (from, trigger, to) => expect(leadsTo(panelTransitions, from, trigger, null)).toBe(to))

  test.each(['clarifying', 'awaiting_approval', 'initializing', 'running', 'converging', 'synthesizing'])(
    '%s can be paused, resumed, cancelled and can fail',
    (phase) => {
      expect(leadsTo(panelTransitions, phase, 'userPaused', null)).toBe('paused')
      expect(leadsTo(panelTransitions, 'paused', 'userResumed', phase)).toBe(phase)
      expect(leadsTo(panelTransitions, phase, 'userCancelled', null)).toBe('cancelled')
      expect(leadsTo(panelTransitions, phase, 'error', null)).toBe('failed')
    },
  )

  test.each([
    ['idle', 'userApproved'],
    ['synthesizing', 'limitReached'],
    ['converging', 'limitReached'],
    ['completed', 'userPaused'],
    ['running', 'userApproved'],
  ])('%s does not accept %s', (phase, trigger) =>
    expect(leadsTo(panelTransitions, phase, trigger, null)).toBeUndefined(),
  )
})

describe('convergence', () => {
  const all = (position: string, more: Partial<Held> = {}) => members.map(({ slug }) => held(slug, position, more))

  test('is immediate if everyone agrees with high confidence, and not otherwise', () => {
    expect(convergedBy(floorOf({ turns: rounds(1), ledger: all('Wait') }))).toContain('same position')
    expect(
      convergedBy(
        floorOf({ turns: rounds(1), ledger: [...all('Wait').slice(1), held('ada', 'Wait', { confidence: 79 })] }),
      ),
    ).toBeUndefined()
    expect(convergedBy(floorOf({ turns: rounds(1), ledger: all('Wait').slice(1) }))).toBeUndefined()
    expect(convergedBy(floorOf({ turns: rounds(1, () => ({ more: true })), ledger: all('Wait') }))).toBeUndefined()
    expect(convergedBy(floorOf({ turns: rounds(2), ledger: all('Wait') }))).toBeUndefined()
  })

  test('comes by itself after two rounds without a change, from the third round on', () => {
    const ledger = [held('ada', 'Wait'), held('bert', 'Ship'), held('cleo', 'Wait')]
    expect(convergedBy(floorOf({ turns: rounds(3), ledger }))).toContain('last two rounds')
    expect(convergedBy(floorOf({ turns: rounds(3, (number) => ({ changed: number === 5 })), ledger }))).toBeUndefined()
    expect(convergedBy(floorOf({ turns: rounds(4, (number) => ({ changed: number === 5 })), ledger }))).toContain(
      'last two rounds',
    )
    expect(convergedBy(floorOf({ turns: rounds(3, (number) => ({ more: number === 9 })), ledger }))).toBeUndefined()
    expect(convergedBy(floorOf({ turns: rounds(3, () => ({ stated: false })), ledger }))).toBeUndefined()
    expect(convergedBy(floorOf({ turns: rounds(3).slice(0, 8), ledger }))).toBeUndefined()
  })

  test('by the Moderator’s word requires a round without a change, unless positions are not stated', () => {
    expect(mayConverge(floorOf({ turns: rounds(2) }))).toBe(true)
    expect(mayConverge(floorOf({ turns: rounds(2, (number) => ({ changed: number === 5 })) }))).toBe(false)
    expect(
      mayConverge(floorOf({ turns: rounds(2, (number) => ({ changed: number === 5, stated: number !== 6 })) })),
    ).toBe(true)
    expect(mayConverge(floorOf({ turns: rounds(2, (number) => ({ more: number === 4 })) }))).toBe(false)
    expect(mayConverge(floorOf({ turns: rounds(3, (number) => ({ changed: number === 7 })).slice(0, 7) }))).toBe(false)
  })
})

describe('speakers', () => {
  test('rotate: each round begins with the next seat', () => {
    expect(debateSpeaker(floorOf({ turns: rounds(1) }))?.slug).toBe('bert')
    expect(debateSpeaker(floorOf({ turns: rounds(2) }))?.slug).toBe('cleo')
    expect(debateSpeaker(floorOf({ turns: rounds(3) }))?.slug).toBe('ada')
  })

  test('can be picked only if they have not spoken in this round', () => {
    const turns = [...rounds(1), turn(4, 'bert')]
    expect(waiting(floorOf({ turns })).map(({ slug }) => slug)).toEqual(['cleo', 'ada'])
    expect(debateSpeaker(floorOf({ turns, picked: 'ada' }))?.slug).toBe('ada')
    expect(debateSpeaker(floorOf({ turns, picked: 'bert' }))?.slug).toBe('cleo')
  })

  test('have their remaining time estimated from the median turn, or 15 s', () => {
    expect(leftMs(withParts(blank, { opening: { maxTurns: 10 } }), 4)).toBe(90_000)
    expect(
      leftMs(
        withParts(blank, {
          opening: { maxTurns: 10 },
          debate: {
            turns: [turn(1, 'ada', { ms: 1_000 }), turn(2, 'bert', { ms: 9_000 }), turn(3, 'cleo', { ms: 2_000 })],
          },
        }),
        3,
      ),
    ).toBe(14_000)
  })
})

describe('the ballot', () => {
  const options = [
    { text: 'Wait', covers: [id('m1')] },
    { text: 'Ship', covers: [id('m2'), id('m3')] },
  ]
  const vote = (voter: string, option: string, more: Partial<CastBallot> = {}): CastBallot => ({
    voter,
    option,
    confidence: 50,
    reason: '',
    model: 'test/model',
    veto: '',
    ...more,
  })
  const count = (...ballots: readonly CastBallot[]) =>
    tallyBallots(
      withParts(blank, {
        debate: {
          options,
          turns: rounds(1),
          ledger: members.map(({ slug }, index) => held(slug, `p${index}`, { message: id(`m${index + 1}`) })),
        },
        ballot: { ballots, eligible: members.map(({ slug }) => slug) },
      }),
    )

  test('is decided by the votes as far as they are sure: two that doubt against one that does not', () => {
    const doubting = { confidence: 70 }
    const votes = (sure: number) =>
      count(vote('ada', 'Wait', doubting), vote('bert', 'Wait', doubting), vote('cleo', 'Ship', { confidence: sure }))
    expect(votes(75)).toMatchObject({ winner: 'Wait', how: 'majority', pooled: null })
    expect(votes(100)).toMatchObject({ winner: 'Ship', how: 'record' })
    expect(votes(75).blind).toEqual([
      { option: 'Wait', points: 1 },
      { option: 'Ship', points: 2 },
    ])
  })

  test('counts each blind position once: by its own words, else under the first option the Head assigned it to', () => {
    const twice = options.map((option) => ({ ...option, covers: [id('m1'), id('m2')] }))
    const ledger = [held('ada', 'Ship', { message: id('m1') }), held('bert', 'x', { message: id('m2') })]
    expect(tallyBallots(withParts(blank, { debate: { options: twice, turns: rounds(1), ledger } })).blind).toEqual([
      { option: 'Wait', points: 1 },
      { option: 'Ship', points: 1 },
    ])
  })

  test('has no winner if the votes are equal', () => {
    expect(count(vote('ada', 'Wait'), vote('bert', 'Ship'))).toMatchObject({
      winner: null,
      how: 'tie',
      among: ['Wait', 'Ship'],
    })
    expect(count()).toMatchObject({ winner: null, how: 'quorum' })
  })

  test('decides nothing if fewer than half vote', () => {
    expect(count(vote('ada', 'Wait'))).toMatchObject({ winner: null, how: 'quorum', among: ['Wait', 'Ship'] })
  })

  test('says how many resolved decisions its probability is based on', () => {
    const ballot = { ballots: [vote('ada', 'Wait')], eligible: ['ada'] }
    const voted = withParts(blank, { debate: { options }, ballot })
    const record = { ...emptyRecord, decisions: 40, models: { 'test/model': 12 } }
    const known = { record, models: { ada: 'test/model' }, topic: 'general' }
    const lines = (panel: typeof voted) => countLines(panel, (voter) => voter)
    expect(lines(voted)).toContainEqual(
      expect.stringMatching(/^\d\d % likely right · first guess from 1 model of 1 vendor$/u),
    )
    expect(lines(withParts(voted, { opening: { known } }))).toContainEqual(
      expect.stringContaining('likely right · 12 resolved decisions'),
    )
  })

  test('uses the positions as options if the Head draws none', () => {
    const ledger = [
      held('ada', 'Wait', { message: id('m1') }),
      held('bert', 'Ship', { message: id('m2') }),
      held('cleo', 'ship!', { message: id('m3') }),
    ]
    expect(optionsFromLedger(floorOf({ ledger })).map(({ text, covers }) => [text, covers])).toEqual([
      ['Wait', ['m1']],
      ['ship!', ['m2', 'm3']],
    ])
  })
})

test('with four seats or more, one is the Devil’s Advocate', () => {
  expect(panelSeats().members).toEqual(['architect', 'security', 'performance'])
  expect(panelSeats({ seats: 4 }).members).toContain('devils-advocate')
  expect(panelSeats({ protocol: 'decide', depth: 'deep' }).members).toHaveLength(5)
  expect(panelSeats({ seats: 8 }).members).toHaveLength(8)
})

test('settings are validated, and keep those of other modes', () => {
  expect(PanelSettings.parse({ depth: 'quick', other: 1 })).toMatchObject({
    depth: 'quick',
    moderatorPicks: false,
    other: 1,
  })
  expect(PanelSettings.safeParse({ depth: 'Endless' }).success).toBe(false)
  expect(PanelSettings.safeParse({ seats: 9 }).success).toBe(false)
})
