import { expect, test } from 'vitest'
import { noLimits } from '../../limits/limits.ts'
import { agentMode } from '../agent/mode.ts'
import { maxIterations, plainGoal } from './iterations.ts'
import { reflect } from './mode.ts'

const run = (goal: string, most: number | null = null) => ({ goal, limits: { ...noLimits, maxIterations: most } })

test('a long single-line goal is scanned once', () => {
  expect(maxIterations(run('word '.repeat(100_000)))).toBe(5)
})

test.each([
  ['Ship it.', null, 5, 'Ship it.'],
  ['Ship it.', 3, 3, 'Ship it.'],
  ['Ship it. --max 7', 3, 7, 'Ship it.'],
  ['--max 2 Ship it.', null, 2, 'Ship it.'],
  ['--max=2 Ship it.', null, 2, 'Ship it.'],
  ['Ship it. --max 4\n\nplan.md: all of it', null, 4, 'Ship it.\n\nplan.md: all of it'],
  ['Ship it.\nWith --max 4\nif you can.', null, 4, 'Ship it.\nWith\nif you can.'],
  ['Ship it --max=6, then stop.', null, 6, 'Ship it, then stop.'],
  ['Ship it. —max 1', null, 1, 'Ship it.'],
  ['Ship it. –max 2', null, 2, 'Ship it.'],
  ['Ship it. --max 0', null, 5, 'Ship it.'],
  ['Ship it. --max 0', 4, 4, 'Ship it.'],
  ['Write --max 3 the whole guide.', null, 3, 'Write the whole guide.'],
  ['Add the flag `--max 3` to the parser.', null, 5, 'Add the flag `--max 3` to the parser.'],
  [
    'Look.\n\nAttachment "x":\n```\nrun --max 9 now\n```',
    null,
    5,
    'Look.\n\nAttachment "x":\n```\nrun --max 9 now\n```',
  ],
  ['Explain --maximum 3', null, 5, 'Explain --maximum 3'],
  ['--max 3', null, 5, '--max 3'],
])('the goal %j with the limit %s runs at most %d times', (goal, most, expected, bare) => {
  expect(maxIterations(run(goal, most))).toBe(expected)
  expect(plainGoal(run(goal, most))).toBe(bare)
})

test('the limits that a run shows at its start are those that its goal asks for', () => {
  const opened = { ...run('Ship it. --max 2', 5), mode: 'reflect', settings: { mode: { reflect: true } } } as never
  expect(reflect.forecast(opened).limits).toEqual({ maxIterations: 2 })
  expect(agentMode.forecast(opened).limits).toEqual({ maxIterations: 2 })
})
