import type { Event } from '@convene/domain'
import { expect, test } from 'vitest'
import { decisionsIn, outcomeLine, withDecision } from './session-decisions.ts'

let seq = 0
const event = (type: string, run: string, data: object): Event =>
  ({ v: 1, seq: ++seq, batch: seq, at: Date.UTC(2026, 2, 1), session: 'S', type, run, data }) as unknown as Event

const proposed = (run: string) =>
  event('decision.proposed', run, {
    decision: 'd1',
    topic: `Which, in ${run}?`,
    options: ['A', 'B'],
    eligible: ['ada'],
  })
const voted = (run: string, option: string) =>
  event('decision.voted', run, { decision: 'd1', voter: 'ada', option, reason: '' })
const committed = (run: string, option: string) => event('decision.committed', run, { decision: 'd1', option })
/** Reported later, outside the run: only the event's data says which run it is about. */
const resolved = (run: string, outcome: string) =>
  event('decision.resolved', 'R9', {
    decision: 'd1',
    run,
    outcome,
    by: 'user',
    ...(outcome === 'option' && { option: 'A' }),
  })

test('decisions of two runs with the same id are two decisions', () => {
  const log = [proposed('R1'), voted('R1', 'A'), committed('R1', 'A'), proposed('R2'), voted('R2', 'B')]
  expect(
    decisionsIn(log).map((each) => [each.run, each.votes.map(({ option }) => option), each.committed?.option]),
  ).toEqual([
    ['R1', ['A'], 'A'],
    ['R2', ['B'], undefined],
  ])
})

test('a report counts for the run that it names, and a withdrawn one for none', () => {
  const log = [proposed('R1'), committed('R1', 'A'), proposed('R2'), committed('R2', 'B')]
  const [first, second] = decisionsIn([...log, resolved('R1', 'option')])
  expect(first?.resolved && outcomeLine(first.resolved)).toBe('“A” was right (2026-03-01).')
  expect(second?.resolved).toBeNull()
  expect(decisionsIn([...log, resolved('R1', 'option'), resolved('R1', 'withdrawn')])[0]?.resolved).toBeNull()
})

test('votes, results and reports for an unknown decision change nothing', () => {
  const stray = [voted('R1', 'A'), committed('R1', 'A'), resolved('R1', 'none')]
  expect(decisionsIn(stray)).toEqual([])
  const known = decisionsIn([proposed('R1')])
  expect(decisionsIn([proposed('R1'), voted('R2', 'A'), committed('R2', 'A')])[0]).toMatchObject({
    votes: [],
    committed: null,
  })
  expect(withDecision(known, event('message', 'R1', { text: 'A' }))).toBe(known)
})
