import { emptySession, type Session, type SessionId } from '@convene/domain'
import type { Program } from '@convene/program'
import { describe, expect, test } from 'vitest'
import { viewOf } from './view.ts'

const program = { store: async () => ({ ownership: { owned: async () => false } }) } as unknown as Program

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
  committed: null,
})

const session = (stage: Decision['stage']): Session => ({
  ...emptySession('01JSESSION' as SessionId),
  seq: 1,
  decisions: { d1: decision(stage) },
})

describe('the fold that a screen is given', () => {
  test('says who has voted and not for what, until the decision is committed', async () => {
    const { state } = await viewOf(program, session('voting'))
    expect(state.decisions.d1?.votes).toEqual([{ voter: 'ada', option: '', reason: '', confidence: null }])
    expect(JSON.stringify(state)).not.toContain('One file.')
  })

  test('has the votes of what is committed', async () => {
    const { state } = await viewOf(program, session('committed'))
    expect(state.decisions.d1?.votes[0]?.option).toBe('SQLite')
  })
})
