import { describe, expect, test } from 'vitest'
import { adviceLines, teamAdvice } from './advice.ts'
import { decision, many } from './decisions.fixture.ts'

describe('advice on a team', () => {
  test('needs 20 resolved decisions in which all its models voted', () => {
    expect(teamAdvice(['a', 'b'], many(19, { a: 'X', b: 'X' }, 'X'))).toBeNull()
    expect(teamAdvice(['a', 'b'], many(30, { a: 'X' }, 'X'))).toBeNull()
    expect(teamAdvice(['a', 'b'], many(20, { a: 'X', b: 'X' }, 'X'))).not.toBeNull()
  })

  test('recommends one model if it was right at least as often as the team', () => {
    const all = [...many(15, { a: 'X', b: 'Y', c: 'X' }, 'X', 'X'), ...many(5, { a: 'Y', b: 'X', c: 'X' }, 'Y', 'X')]
    expect(teamAdvice(['a', 'b', 'c'], all)).toMatchObject({
      decisions: 20,
      teamRight: 15,
      alone: { model: 'a', right: 20 },
    })
  })

  test('recommends no single model if the team was right more often than each of them', () => {
    const all = [
      ...many(10, { a: 'X', b: 'X', c: 'Y' }, 'X'),
      ...many(10, { a: 'Y', b: 'X', c: 'X' }, 'X'),
      ...many(10, { a: 'X', b: 'Y', c: 'X' }, 'X'),
    ]
    expect(teamAdvice(['a', 'b', 'c'], all)?.alone).toBeNull()
  })

  test('counts models that always agree as one vote', () => {
    const all = [...many(10, { a: 'X', b: 'X' }, 'X'), ...many(10, { a: 'Y', b: 'Y' }, 'X')]
    expect(teamAdvice(['a', 'b'], all)?.effectiveVotes).toBeCloseTo(1)
  })
})

describe('advice in sentences', () => {
  const team = ['a/one', 'b/two', 'c/three']
  const all = [
    ...many(15, { 'a/one': 'X', 'b/two': 'X', 'c/three': 'Y' }, 'X'),
    ...many(10, { 'a/one': 'X', 'b/two': 'Y', 'c/three': 'Y' }, 'X', 'Y'),
  ]

  test('names the model that is enough alone, those that add something, and those that fail together', () => {
    expect(adviceLines(team, all)).toEqual([
      expect.stringMatching(/^In 25 resolved decisions with these models, the team was right in 60 % of cases/),
      'a/one alone would have been right more often: in 100 % of cases.',
      'a/one decides nearly alone: its vote outweighs all others together.',
      'b/two adds nothing so far.',
      'c/three adds nothing so far.',
      'b/two errs like c/three: the same wrong answer in 10 of 10 shared errors. Swap one of them for a model of another vendor.',
    ])
  })

  test('says that a model adds something only if the results are clearly better with it', () => {
    const guess = (at: number) => (at % 2 === 0 ? 'X' : 'Y')
    const good = Array.from({ length: 40 }, (_, at) => {
      const truth = at % 4 < 2 ? 'X' : 'Y'
      return decision(at, { 'a/one': truth, 'b/two': guess(at), 'c/three': guess(at + 1) }, truth, truth)
    })
    const adds = teamAdvice(team, good)?.adds.map(({ adds: isUseful }) => isUseful)
    expect(adds).toEqual([true, false, false])
  })

  test('is empty without a record, except about a team from one vendor', () => {
    expect(adviceLines(team, [])).toEqual([])
    expect(adviceLines(['openai/gpt-5', 'azure/gpt-4o'], [])).toEqual([
      'All seats use models from one vendor, openai, and may share its errors.',
    ])
    expect(adviceLines(['openai/gpt-5', 'openai/gpt-5'], [])).toEqual([])
  })
})
