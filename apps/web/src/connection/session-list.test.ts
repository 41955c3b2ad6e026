import type { SessionRow } from '@convene/protocol'
import { expect, test } from 'vitest'
import { changed } from './session-list.ts'

const row = (id: string, updatedAt: string, pinned = false): SessionRow => ({
  id,
  seq: 1,
  title: id,
  summary: '',
  goal: id,
  workspace: '/',
  mode: 'agent',
  team: '',
  phase: 'running',
  reason: '',
  asks: 0,
  costUsd: 0,
  tokens: 0,
  pinned,
  tags: [],
  messages: 1,
  createdAt: updatedAt,
  updatedAt,
  wakeAt: null,
})

const ids = (rows: readonly SessionRow[]) => rows.map(({ id }) => id)

test('a changed session comes first, after the pinned ones', () => {
  const rows = [row('pin', '2026-01-01', true), row('a', '2026-01-03'), row('b', '2026-01-02')]
  expect(ids(changed(rows, { type: 'session', session: row('b', '2026-01-04') }))).toEqual(['pin', 'b', 'a'])
})

test('a deleted session is gone', () => {
  expect(ids(changed([row('a', '1'), row('b', '2')], { type: 'deleted', id: 'a' }))).toEqual(['b'])
})
