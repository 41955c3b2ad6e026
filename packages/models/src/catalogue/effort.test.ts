import type { Reasoning } from '@convene/domain'
import { expect, test } from 'vitest'
import { type Effort, effortFor, effortsOf, levelsOf } from './effort.ts'

test.each<{ level: Reasoning; known: Effort[]; effort: Effort | undefined }>([
  { level: 'low', known: ['minimal', 'low', 'high'], effort: 'low' },
  { level: 'low', known: ['minimal', 'high'], effort: 'minimal' },
  { level: 'max', known: ['low', 'medium', 'high', 'xhigh'], effort: 'xhigh' },
  { level: 'max', known: ['low', 'medium', 'high'], effort: 'high' },
  { level: 'medium', known: ['off', 'high'], effort: 'high' },
  { level: 'off', known: ['off', 'high'], effort: 'off' },
  { level: 'off', known: ['minimal', 'low', 'high'], effort: 'minimal' },
  { level: 'high', known: ['off'], effort: undefined },
  { level: 'high', known: [], effort: undefined },
])('$level for a model with $known is $effort', ({ level, known, effort }) => {
  expect(effortFor(level, known)).toBe(effort)
})

test('levels and efforts map to each other', () => {
  const levels: Reasoning[] = ['off', 'low', 'high', 'max']
  expect(levelsOf(effortsOf(levels))).toEqual(levels)
  expect(levelsOf(['minimal', 'xhigh'])).toEqual(['low', 'max'])
})
