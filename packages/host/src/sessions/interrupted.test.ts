import type { SessionId } from '@convene/domain'
import type { ListedSession } from '@convene/engine'
import { expect, test } from 'vitest'
import type { Program } from '../program.ts'
import { isSessionInterrupted, withInterrupted } from './interrupted.ts'

const row = (id: string, more: object = {}) =>
  ({ id, phase: 'running', asks: 0, moves: true, wakeAt: null, updatedAt: 0, ...more }) as unknown as ListedSession

const interruptedIn = async (rows: readonly ListedSession[], store: object = { local: {} }) => {
  const ownership = { owned: async (id: string) => id === 'owned' }
  const program = { now: () => 60_000, store: async () => ({ ownership, ...store }) } as unknown as Program
  return (await withInterrupted(program, rows)).flatMap(({ id, interrupted }) => (interrupted ? [id] : []))
}

test('a run that no process works on is marked as interrupted', async () => {
  expect(await interruptedIn([row('lost'), row('owned')])).toEqual(['lost'])
})

test('a run that waits, is over or has just changed is not marked', async () => {
  const others = [
    { phase: 'completed' },
    { phase: 'paused' },
    { phase: 'idle' },
    { asks: 1 },
    { moves: false, wakeAt: 90_000 },
  ]
  expect(await interruptedIn([...others, { updatedAt: 59_000 }].map((more, at) => row(`${at}`, more)))).toEqual([])
})

test('a run with a time limit is marked, and one whose time has come', async () => {
  const rows = [row('limited', { wakeAt: 90_000 }), row('due', { moves: false, wakeAt: 9 })]
  expect(await interruptedIn(rows)).toEqual(['limited', 'due'])
})

test('on a shared database, where another server may take it up, nothing is marked', async () => {
  expect(await interruptedIn([row('lost')], {})).toEqual([])
})

test('one session is interrupted if its row is', async () => {
  const rows = [row('lost'), row('owned')]
  const list = async ({ ids }: { ids: string[] }) => rows.filter(({ id }) => ids.includes(id))
  const ownership = { owned: async (id: string) => id === 'owned' }
  const store = async () => ({ ownership, local: { list } })
  const program = { now: () => 60_000, store } as unknown as Program
  const asked = ['lost', 'owned', 'unknown'].map((id) => isSessionInterrupted(program, id as SessionId))
  expect(await Promise.all(asked)).toEqual([true, false, false])
})
