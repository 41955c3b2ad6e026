import { blank, emptySession, type Session, type SessionId, withParts } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { shownState } from './view.ts'

type Decision = Session['decisions'][string]

const decision = (stage: Decision['stage']): Decision => ({
  id: 'd1',
  topic: 'Where to keep orders',
  options: ['SQLite', 'Postgres'],
  evidence: '',
  eligible: ['ada', 'bert'],
  by: 'ada',
  step: null,
  call: null,
  since: 0,
  closesAt: null,
  pausedAt: null,
  stage,
  heard: [],
  polled: ['ada'],
  arguments: [],
  votes: [{ voter: 'ada', option: 'SQLite', reason: 'One file.', confidence: 80 }],
  abstained: ['bert'],
  unread: [],
  rulings: 0,
  unreadRulings: 0,
  committed: null,
})

const session = (stage: Decision['stage']): Session => ({
  ...emptySession('01JSESSION' as SessionId),
  seq: 1,
  decisions: { d1: decision(stage) },
})

describe('the fold sent to a screen', () => {
  test('says who has voted but not for what, until the decision is committed', () => {
    const state = shownState(session('voting'))
    expect(state.decisions.d1?.votes).toEqual([
      { voter: 'ada', option: '', reason: '', confidence: null },
      { voter: 'bert', option: '', reason: '', confidence: null },
    ])
    expect(state.decisions.d1?.abstained).toEqual([])
    expect(JSON.stringify(state)).not.toContain('One file.')
  })

  const shownPanel = (parts: Parameters<typeof withParts>[1]) => {
    const run = { mode: 'panel', data: withParts(blank, parts) } as unknown as Session['run']
    return shownState({ ...session('committed'), run }).run?.data
  }

  test('says who has cast a panel ballot but not for what, until the ballots are published', () => {
    const ballots = [
      { voter: 'ada', option: 'Wait', confidence: 60, reason: 'Too early.', rank: ['Wait'], veto: 'No!', model: 'm1' },
    ]
    const shown = (published: boolean) => shownPanel({ ballot: { ballots, abstained: [], published } })
    expect(JSON.stringify(shown(false))).not.toMatch(/Wait|Too early|No!|60|m1/u)
    expect(JSON.stringify(shown(false))).toContain('ada')
    expect(shown(true)).toMatchObject({ ballot: { ballots, abstained: [], published: true } })
  })

  test('says who has estimated but not what, until the estimates are pooled', () => {
    const range = { low: 2, middle: 4, high: 9 }
    const given = [{ agent: 'ada', round: 1, range, reason: 'Too early.', shared: 'Too early.', model: 'm1' }]
    const pooled = { quantity: { kind: 'number', unit: 'days' }, range, seats: [], basis: {} } as never
    const sealed = JSON.stringify(shownPanel({ estimate: { given } }))
    expect(sealed).toContain('ada')
    expect(sealed).not.toMatch(/Too early|"low":2|"high":9/u)
    expect(shownPanel({ estimate: { given, pooled } })).toMatchObject({ estimate: { given } })
  })

  test('says who has predicted what an experiment shows but not what, until it has finished', () => {
    const predictions = [{ agent: 'ada', option: 'B', confidence: 87 }]
    const seen = { seen: true, shows: '7', option: 'B', message: null }
    const experiment = (shown: typeof seen | null) => ({
      asked: ['ada'],
      proposals: [],
      choices: {},
      opened: [{ id: 'x1', round: 0, by: 'rules' as const, predictions, result: null, shown }],
    })
    const sealed = JSON.stringify(shownPanel({ debate: { experiment: experiment(null) } }))
    expect(sealed).toContain('"agent":"ada"')
    expect(sealed).not.toMatch(/"B"|87/u)
    expect(shownPanel({ debate: { experiment: experiment(seen) } })).toMatchObject({
      debate: { experiment: { opened: [{ predictions }] } },
    })
  })

  test('has the votes of committed decisions', () => {
    const state = shownState(session('committed'))
    expect(state.decisions.d1?.votes[0]?.option).toBe('SQLite')
  })
})
