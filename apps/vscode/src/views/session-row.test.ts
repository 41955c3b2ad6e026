import { expect, test } from 'vitest'
import { sessionLine } from './session-row.ts'

const row = { title: 'One writer?', mode: 'panel', phase: 'completed', reason: 'converged', asks: 0 }

test('a session has its state first, and its outcome under the mouse', () => {
  expect(sessionLine({ ...row, summary: 'One writer · unanimous' })).toEqual({
    description: 'Done · panel',
    tooltip: 'One writer?\n\nDone · panel\n\nOne writer · unanimous',
    icon: 'check',
  })
})

test('a session that waits says so, and has no outcome yet', () => {
  expect(sessionLine({ ...row, phase: 'running', reason: '', asks: 1, summary: '' })).toEqual({
    description: 'Needs you · panel',
    tooltip: 'One writer?\n\nNeeds you · panel',
    icon: 'bell',
  })
})
