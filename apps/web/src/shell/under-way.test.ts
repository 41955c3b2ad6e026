import type { ListedSessionRow } from '@convene/protocol'
import { expect, test } from 'vitest'
import { underWay } from './under-way.ts'

const row = (phase: string, asks = 0) => ({ phase, asks }) as ListedSessionRow

test('each waiting request is counted once', () => {
  expect(underWay([row('running', 2), row('clarifying', 1), row('paused', 1)])).toEqual({ needed: 4, running: 0 })
})

test('only runs that continue without the user count as running', () => {
  const still = [row('idle'), row('completed'), row('failed', 3), row('cancelled'), row('paused')]
  expect(underWay([...still, row('running'), row('debating')])).toEqual({ needed: 0, running: 2 })
})
