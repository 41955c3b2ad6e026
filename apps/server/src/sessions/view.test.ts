import { emptySession, type Session, type SessionId } from '@convene/domain'
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

  test('says who has cast a panel ballot but not for what, until the ballots are published', () => {
    const ballots = [
      { voter: 'ada', option: 'Wait', confidence: 60, reason: 'Too early.', rank: ['Wait'], veto: 'No!' },
    ]
    const shown = (published: boolean) => {
      const run = {
        mode: 'panel',
        data: { ballot: { ballots, abstained: [], published } },
      } as unknown as Session['run']
      return shownState({ ...session('committed'), run }).run?.data
    }
    expect(JSON.stringify(shown(false))).not.toMatch(/Wait|Too early|No!|60/u)
    expect(shown(true)).toEqual({ ballot: { ballots, abstained: [], published: true } })
  })

  test('has the votes of committed decisions', () => {
    const state = shownState(session('committed'))
    expect(state.decisions.d1?.votes[0]?.option).toBe('SQLite')
  })
})
