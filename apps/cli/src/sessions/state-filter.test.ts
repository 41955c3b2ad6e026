import { expect, test } from 'vitest'
import { stateFilter } from './state-filter.ts'

const rows = [
  { phase: 'clarifying', reason: '', asks: 0 },
  { phase: 'awaiting_approval', reason: '', asks: 1 },
  { phase: 'paused', reason: '', asks: 0 },
  { phase: 'idle', reason: '', asks: 0 },
  { phase: 'completed', reason: 'done', asks: 0 },
  { phase: 'completed', reason: 'rehearsal', asks: 0 },
  { phase: 'cancelled', reason: 'user', asks: 0 },
  { phase: 'failed', reason: 'error:rate_limited', asks: 0 },
]

/** How the log itself applies the narrowing part. */
const inLog = ({ phase, asks }: (typeof rows)[number], query: Record<string, unknown>): boolean =>
  (query.state === undefined || query.state === phase) &&
  (query.waiting !== true || asks > 0) &&
  (query.active !== true || !['idle', 'paused', 'completed', 'cancelled', 'failed'].includes(phase))

const found = (state: string): readonly string[] => {
  const filter = stateFilter(state)
  if (!filter.ok) throw new Error(filter.refusal.message)
  const { query, keeps = () => true } = filter.value
  return rows.filter((row) => inLog(row, query) && keeps(row)).map(({ phase, reason }) => `${phase} ${reason}`.trim())
}

test.each([
  ['running', ['clarifying']],
  ['needs you', ['awaiting_approval']],
  ['Paused', ['paused']],
  ['Idle', ['idle']],
  ['DONE', ['completed done']],
  ['Rehearsal', ['completed rehearsal']],
  ['stopped', ['cancelled user']],
  ['Failed', ['failed error:rate_limited']],
])('`--state "%s"` finds the sessions that the list shows with this word', (state, expected) => {
  expect(found(state)).toEqual(expected)
})

test('a phase finds every session in it, whatever word the list shows', () => {
  expect(found('completed')).toEqual(['completed done', 'completed rehearsal'])
  expect(found('awaiting_approval')).toEqual(['awaiting_approval'])
})

test('any other state is refused with the available words', () => {
  const refused = stateFilter('needs-me')
  expect(refused.ok ? '' : refused.refusal.message).toMatch(/Done, Needs you, Running.*clarifying.*"needs-me"/u)
})
