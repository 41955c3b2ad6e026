import type { RecordedDecision } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { decision } from './decisions.fixture.ts'
import { dueDecisions, reminderOf } from './due.ts'

const DAY = 86_400_000
const WEEK = 7 * DAY
const open = (votes: { [model: string]: string }, more: Partial<RecordedDecision> = {}): RecordedDecision => ({
  ...decision(0, votes, 'X'),
  resolved: null,
  ...more,
})

describe('decisions that are due', () => {
  test('begin with the one whose date came last, and leave out what has an outcome or a later date', () => {
    const all = [
      open({ a: 'X' }, { decision: 'first', reviewBy: 10 }),
      open({ a: 'X' }, { decision: 'second', reviewBy: 20 }),
      open({ a: 'X' }, { decision: 'later', reviewBy: 40 }),
      { ...decision(0, { a: 'X' }, 'X'), reviewBy: 5 },
    ]
    expect(dueDecisions(all, 30).map(({ decision: id }) => id)).toEqual(['second', 'first'])
  })

  test('ask once about a decision that several forks have, and not if one of them has its outcome', () => {
    const original = open({ a: 'X' }, { reviewBy: 1 })
    const fork = { ...original, session: 'FORK' as RecordedDecision['session'] }
    expect(dueDecisions([original, fork], 2)).toHaveLength(1)
    const answered = { ...fork, resolved: decision(1, {}, 'X').resolved }
    expect(dueDecisions([original, answered], 2)).toEqual([])
  })
})

describe('a reminder', () => {
  const at = (age: number, votes: { [model: string]: string } = { a: 'X', b: 'X', c: 'Y' }) =>
    reminderOf(open(votes, { at: 0 }), age)

  test('says when it was, what was decided and by which votes', () => {
    expect(at(6 * WEEK)).toBe('Six weeks ago: X, 2 : 1. How did it turn out?')
  })

  test.each([
    [0, 'Today'],
    [DAY, 'Yesterday'],
    [13 * DAY, '13 days ago'],
    [2 * WEEK - 1, '13 days ago'],
    [2 * WEEK, 'Two weeks ago'],
    [83 * DAY, 'Eleven weeks ago'],
    [84 * DAY, 'Two months ago'],
    [729 * DAY, '23 months ago'],
    [800 * DAY, 'Two years ago'],
    // A clock that was set back.
    [-DAY, 'Today'],
  ])('after %d ms it is “%s”', (age, words) => {
    expect(at(age)).toMatch(new RegExp(`^${words}:`, 'u'))
  })

  test('puts what was decided first, also if most votes were for something else', () => {
    expect(at(DAY, { a: 'Y', b: 'Y', c: 'X' })).toContain('X, 1 : 2.')
    expect(at(DAY, { a: 'Y', b: 'Z', c: 'Y' })).toContain('X, 0 : 2 : 1.')
  })

  test('of a unanimous vote says that nobody was against it', () => {
    expect(at(DAY, { a: 'X', b: 'X', c: 'X' })).toContain('X, 3 : 0.')
  })

  test('of a single vote has no score', () => {
    expect(at(DAY, { a: 'X' })).toBe('Yesterday: X. How did it turn out?')
  })

  test('has no score if nobody voted, and stays one line whatever the option contains', () => {
    const chosen = `Use\u001b[31m SQLite.\n${'very '.repeat(60)}long`
    const text = reminderOf(open({}, { at: 0, chosen }), DAY)
    expect(text).toMatch(/^Yesterday: Use SQLite\. very .*…\. How did it turn out\?$/u)
    expect(text).not.toContain('\u001b')
    expect(text.length).toBeLessThan(130)
  })
})
