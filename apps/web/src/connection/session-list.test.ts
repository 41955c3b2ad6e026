import { setImmediate } from 'node:timers/promises'
import type { Client, ListedSessionRow, RowChange } from '@convene/protocol'
import { expect, test } from 'vitest'
import { changed, followSessions, type SessionList, unscoped } from './session-list.ts'

const row = (id: string, updatedAt: string, pinned = false): ListedSessionRow => ({
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

const ids = (rows: readonly ListedSessionRow[]) => rows.map(({ id }) => id)

test('a changed session comes first, after the pinned ones', () => {
  const rows = [row('pin', '2026-01-01', true), row('a', '2026-01-03'), row('b', '2026-01-02')]
  expect(ids(changed(rows, { type: 'session', session: row('b', '2026-01-04') }))).toEqual(['pin', 'b', 'a'])
})

test('a deleted session is gone', () => {
  expect(ids(changed([row('a', '1'), row('b', '2')], { type: 'deleted', id: 'a' }))).toEqual(['b'])
})

test('a change older than its row is ignored', () => {
  const newest = { ...row('a', '2026-01-03'), seq: 9, asks: 1 }
  expect(changed([newest], { type: 'session', session: { ...newest, seq: 8, asks: 0 } })).toEqual([newest])
})

/** A list that answers on demand. */
function slowList() {
  const answers: ((rows: readonly ListedSessionRow[]) => void)[] = []
  let feed: Parameters<Client['watch']>[0] | undefined
  let list: SessionList = { rows: [], state: 'loading' }
  const client = {
    sessions: () => new Promise((resolve) => answers.push((items) => resolve({ ok: true, value: { items } }))),
    watch: (given: Parameters<Client['watch']>[0]) => {
      feed = given
      return () => {}
    },
  } as unknown as Client
  const follow = (filter: 'all' | 'needs-you') =>
    followSessions(client, { query: '', filter, scope: unscoped }, (next) => {
      list = next(list)
    })
  return { answers, follow, tell: (change: RowChange) => feed?.change(change), list: () => list }
}

test('a request that comes in while the list is loading survives the loaded list', async () => {
  const { answers, follow, tell, list } = slowList()
  const stop = follow('all')
  await expect.poll(() => answers.length).toBe(1)
  const before = row('a', '2026-01-03')
  tell({ type: 'session', session: { ...before, seq: 2, asks: 1 } })
  answers[0]?.([before])
  await expect.poll(() => list().state).toBe('ready')
  expect(list().rows).toMatchObject([{ id: 'a', asks: 1 }])
  stop()
})

test('a slow list does not replace one that was requested later', async () => {
  const { answers, follow, tell, list } = slowList()
  const stop = follow('needs-you')
  await expect.poll(() => answers.length).toBe(1)
  tell({ type: 'session', session: row('b', '2026-01-04') })
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.([row('b', '2026-01-04')])
  await expect.poll(() => ids(list().rows)).toEqual(['b'])
  answers[0]?.([])
  await setImmediate()
  expect(ids(list().rows)).toEqual(['b'])
  stop()
})
