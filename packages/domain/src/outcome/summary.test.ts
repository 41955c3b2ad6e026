import { describe, expect, test } from 'vitest'
import type { SessionId } from '../shared/ids.ts'
import type { RecordedDecision } from './recorded.ts'
import { adviceOn, summarize } from './summary.ts'

let runs = 0

/** `votes` by model, in short: `{ a: 'X', b: 'Y' }`. */
function decision(
  number: number,
  votes: { [model: string]: string },
  truth: string | null,
  chosen = 'X',
): RecordedDecision {
  return {
    session: `S${number}` as SessionId,
    run: `R${++runs}`,
    decision: 'd1',
    question: 'Which?',
    topic: 'general',
    options: ['X', 'Y', 'Z'],
    chosen,
    how: 'majority',
    ballots: Object.entries(votes).map(([model, option]) => ({ voter: model, model, option, confidence: 80 })),
    isRehearsal: false,
    at: number,
    resolved: { outcome: truth === null ? 'none' : 'option', option: truth, by: 'user', note: '', at: number },
  }
}

const many = (count: number, votes: { [model: string]: string }, truth: string | null, chosen?: string) =>
  Array.from({ length: count }, (_, index) => decision(index, votes, truth, chosen))

describe('a summary of the record', () => {
  const all = [
    ...many(3, { a: 'X', b: 'Y', c: 'Y' }, 'X'),
    ...many(1, { a: 'Y', b: 'Y', c: 'Z' }, null),
    { ...decision(9, { a: 'X' }, 'X'), resolved: null },
    { ...decision(9, { r: 'X' }, 'X'), resolved: null, isRehearsal: true },
  ]
  const { resolved, unresolved, teamRight, models, pairs } = summarize(all)

  test('counts decisions, open ones, and how often the team was right', () => {
    expect([resolved, unresolved, teamRight]).toEqual([4, 1, 3])
  })

  test('says how sure each model was, and how often it was right', () => {
    const [a] = models
    expect(a).toMatchObject({ model: 'a', votes: 4, right: 3, stated: { votes: 4, said: 0.8, was: 0.75 } })
    expect(a?.stated?.brier).toBeCloseTo((3 * 0.04 + 0.64) / 4)
  })

  test('names the models that are wrong together, in the same way', () => {
    expect(pairs[0]).toEqual({ models: ['b', 'c'], together: 4, bothWrong: 4, sameWrong: 3 })
  })
})

describe('advice on a team', () => {
  test('needs 20 resolved decisions in which all its models voted', () => {
    expect(adviceOn(['a', 'b'], many(19, { a: 'X', b: 'X' }, 'X'))).toBeNull()
    expect(adviceOn(['a', 'b'], many(30, { a: 'X' }, 'X'))).toBeNull()
    expect(adviceOn(['a', 'b'], many(20, { a: 'X', b: 'X' }, 'X'))).not.toBeNull()
  })

  test('says that one model would do if it was right at least as often as the team', () => {
    const all = [...many(15, { a: 'X', b: 'Y', c: 'X' }, 'X', 'X'), ...many(5, { a: 'Y', b: 'X', c: 'X' }, 'Y', 'X')]
    expect(adviceOn(['a', 'b', 'c'], all)).toMatchObject({
      decisions: 20,
      teamRight: 15,
      alone: { model: 'a', right: 20 },
    })
  })

  test('says nothing of the kind if the team was right more often than each of its models', () => {
    const all = [
      ...many(10, { a: 'X', b: 'X', c: 'Y' }, 'X'),
      ...many(10, { a: 'Y', b: 'X', c: 'X' }, 'X'),
      ...many(10, { a: 'X', b: 'Y', c: 'X' }, 'X'),
    ]
    expect(adviceOn(['a', 'b', 'c'], all)?.alone).toBeNull()
  })

  test('counts models that always agree as one vote', () => {
    const all = [...many(10, { a: 'X', b: 'X' }, 'X'), ...many(10, { a: 'Y', b: 'Y' }, 'X')]
    expect(adviceOn(['a', 'b'], all)?.effectiveVotes).toBeCloseTo(1)
  })
})
