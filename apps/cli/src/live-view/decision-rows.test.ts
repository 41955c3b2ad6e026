import { type Decision, emptySession, type SessionId } from '@convene/domain'
import { expect, test } from 'vitest'
import { noStyle } from '../terminal/style.ts'
import { decisionRows } from './decision-rows.ts'
import { viewOf } from './view.ts'

const decision = (more: Partial<Decision>): Decision => ({
  id: 'd1',
  topic: 'Tabs or spaces?',
  options: ['tabs', 'spaces'],
  evidence: '',
  eligible: ['ada'],
  by: 'user',
  step: null,
  call: null,
  since: 0,
  closesAt: 120_000,
  pausedAt: null,
  stage: 'voting',
  heard: [],
  polled: [],
  arguments: [],
  votes: [],
  abstained: [],
  unread: [],
  rulings: 0,
  unreadRulings: 0,
  committed: null,
  ...more,
})

test.each([
  [{}, ' ◌ Tabs or spaces?  the vote is open, 30 s left'],
  [{ stage: 'deliberating' }, ' ◌ Tabs or spaces?  under discussion, 30 s left'],
  [{ stage: 'deciding' }, ' ◌ Tabs or spaces?  the lead decides'],
  [{ pausedAt: 5 }, ' ◌ Tabs or spaces?  the vote is open'],
  [{ stage: 'committed' }, undefined],
] as const)('%j reads %j', (more, row) => {
  const session = { ...emptySession('S' as SessionId), decisions: { d1: decision(more) } }
  const moment = { now: 90_000, width: 80, rows: 10, style: noStyle }
  expect(decisionRows(viewOf(session, 'detailed'), moment)[0]).toBe(row)
})
