import type { ListedSession } from '@convene/engine'
import { expect, test } from 'vitest'
import type { Program } from '../program.ts'
import { withInterrupted } from './interrupted.ts'

const row = (id: string, more: object = {}) =>
  ({ id, phase: 'running', asks: 0, wakeAt: null, updatedAt: 0, ...more }) as unknown as ListedSession

const interruptedIn = async (rows: readonly ListedSession[], store: object = { local: {} }) => {
  const ownership = { owned: async (id: string) => id === 'owned' }
  const program = { now: () => 60_000, store: async () => ({ ownership, ...store }) } as unknown as Program
  return (await withInterrupted(program, rows)).flatMap(({ id, interrupted }) => (interrupted ? [id] : []))
}

test('a run that no process works on is marked as interrupted', async () => {
  expect(await interruptedIn([row('lost'), row('owned')])).toEqual(['lost'])
})

test('a run that waits, is over or has just changed is not marked', async () => {
  const others = [{ phase: 'completed' }, { phase: 'paused' }, { phase: 'idle' }, { asks: 1 }, { wakeAt: 9 }]
  expect(await interruptedIn([...others, { updatedAt: 59_000 }].map((more, at) => row(`${at}`, more)))).toEqual([])
})

test('on a shared database, where another server may take it up, nothing is marked', async () => {
  expect(await interruptedIn([row('lost')], {})).toEqual([])
})
