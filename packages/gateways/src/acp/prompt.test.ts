import { expect, test } from 'vitest'
import { stopReasonOf } from './prompt.ts'

test.each([
  ['completed', '', 'end_turn'],
  ['completed', 'limit:tokens', 'max_tokens'],
  ['completed', 'limit:length', 'max_tokens'],
  ['completed', 'limit:turns', 'max_turn_requests'],
  ['cancelled', 'limit:tokens', 'cancelled'],
  ['failed', 'error:timeout', 'end_turn'],
  ['failed', 'too_many_tokens_and_calls', 'end_turn'],
] as const)('an editor is told that a run that is %s by %s stopped for %s', (state, reason, stop) => {
  expect(stopReasonOf({ state, reason })).toBe(stop)
})

test('a run without an end has only ended the turn', () => {
  expect(stopReasonOf(null)).toBe('end_turn')
})
