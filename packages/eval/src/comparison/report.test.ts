import { randomFrom } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { type ArmAnswer, type Cost, noCost } from './arm.ts'
import type { EvalQuestion } from './question.ts'
import { type EvalFindings, evalReport } from './report.ts'
import { evalMarkdown } from './report-markdown.ts'
import { combineSamples, samplesAtEqualCost } from './self-consistency.ts'

const question = (id: string, more: Partial<EvalQuestion> = {}): EvalQuestion => ({
  id,
  question: 'Which?',
  options: ['x', 'y', 'z'],
  topic: 'data',
  truth: { kind: 'option', option: 'y' },
  rubric: '',
  ...more,
})

const cost = (usd: number): Cost => ({ usd, unpriced: 0, tokens: usd * 1e5, calls: 1 })

const answer = (arm: string, id: string, said: string | null, more: Partial<ArmAnswer> = {}): ArmAnswer => ({
  arm,
  question: id,
  text: said ?? '',
  said,
  probability: 0.8,
  ballots: [],
  cost: cost(arm === 'panel' ? 0.06 : 0.01),
  ms: 1_000,
  ...more,
})

const findings = (more: Partial<EvalFindings>): EvalFindings => ({
  questions: [],
  arms: ['single', 'panel'],
  answers: [],
  judged: [],
  graded: [],
  ...more,
})

/** An eval whose arms are right with these probabilities, independently. */
function simulated(seed: number, count: number, [single, panel]: readonly [number, number]): EvalFindings {
  const random = randomFrom(seed)
  const questions = Array.from({ length: count }, (_, place) => question(`q${place}`))
  const said = (share: number) => (random() < share ? 'y' : 'x')
  const answers = questions.flatMap(({ id }) => [answer('single', id, said(single)), answer('panel', id, said(panel))])
  return findings({ questions, answers })
}

test('the intervals of at least 93 of 100 seeded outcome tables contain the true difference', () => {
  const hits = Array.from({ length: 100 }, (_, seed) => {
    const truth = [0.5 + (seed % 5) * 0.08, 0.6 + (seed % 3) * 0.1] as const
    const [comparison] = evalReport(simulated(seed + 1, 30 + (seed % 4) * 30, truth)).comparisons
    const difference = truth[1] - truth[0]
    return comparison && comparison.interval.low <= difference && difference <= comparison.interval.high
  })
  expect(hits.filter(Boolean).length).toBeGreaterThanOrEqual(93)
})

describe('the sentence', () => {
  test('says which is better if that is clear', () => {
    const { sentence, comparisons } = evalReport(simulated(3, 200, [0.5, 0.8]))
    expect(sentence).toMatch(/^panel is \d+(\.\d)? points better than single on 200 questions/u)
    expect(sentence).toContain('panel cost 6.0 times as much as single.')
    expect(comparisons[0]?.verdict).toBe('better')
  })

  test('says if the panel is worse', () => {
    expect(evalReport(simulated(4, 200, [0.9, 0.6])).sentence).toMatch(/^panel is .* worse than single/u)
  })

  test('says if it cannot tell, and how many questions it would take', () => {
    const { sentence } = evalReport(simulated(5, 20, [0.7, 0.75]))
    expect(sentence).toMatch(
      /^Cannot tell whether panel is better than single: .* about [\d,]+ questions would be needed/u,
    )
  })

  test('compares at equal cost if possible', () => {
    const base = simulated(6, 50, [0.5, 0.9])
    const sampled = base.answers
      .filter(({ arm }) => arm === 'single')
      .map((each) => ({ ...each, arm: 'self-consistency', cost: cost(0.06) }))
    const report = evalReport({
      ...base,
      arms: ['single', 'self-consistency', 'panel'],
      answers: [...base.answers, ...sampled],
    })
    expect(report.sentence).toContain('better than self-consistency')
    expect(report.sentence).toContain('Both cost about the same.')
  })

  test('gives no verdict without answers, and nothing is NaN', () => {
    const report = evalReport(findings({ questions: [question('q1')] }))
    expect(report.sentence).toContain('Nothing to compare')
    expect(JSON.stringify(report)).not.toContain('null,"interval":{')
    expect(evalMarkdown({ name: 'x', seats: {}, notes: [] }, report)).not.toContain('NaN')
  })
})

test('a failed run is neither right nor wrong, and an unreadable answer is wrong', () => {
  const questions = [question('a'), question('b'), question('c')]
  const answers = [
    answer('single', 'a', 'y'),
    answer('single', 'b', null),
    answer('single', 'c', null, { failed: 'error:rate_limit' }),
    ...questions.map(({ id }) => answer('panel', id, 'y')),
  ]
  const { arms, comparisons } = evalReport(findings({ questions, answers }))
  expect(arms[0]).toMatchObject({ answered: 2, accuracy: 0.5, failed: 1, unread: 1 })
  expect(comparisons[0]).toMatchObject({ questions: 2, wins: 1, losses: 0 })
})

test('votes that are wrong in the same way are counted', () => {
  const ballots = (...options: readonly string[]) =>
    options.map((option, place) => ({ voter: `v${place}`, model: 'm', option, confidence: null }))
  const questions = [question('a'), question('b')]
  const answers = [
    answer('panel', 'a', 'x', { ballots: ballots('x', 'x', 'z') }),
    answer('panel', 'b', 'y', { ballots: ballots('y', 'y', 'x') }),
  ]
  const [, panel] = evalReport(findings({ questions, answers })).arms
  expect(panel?.allWrong).toBe(0.5)
  expect(panel?.sameWrong).toBeCloseTo(1 / 3)
})

test('judged questions give win rates, and the user’s grade overrides the judge', () => {
  const questions = [question('a', { truth: null }), question('b', { truth: null })]
  const answers = questions.flatMap(({ id }) => [answer('single', id, null), answer('panel', id, null)])
  const pair = { first: 'single', second: 'panel' }
  const judged = [
    { question: 'a', ...pair, better: 'panel' },
    { question: 'b', ...pair, better: null },
  ]
  const byJudge = evalReport(findings({ questions, answers, judged }))
  expect(byJudge.arms[1]?.winRate).toBe(0.75)
  const graded = [{ question: 'a', ...pair, better: 'single' }]
  const byBoth = evalReport(findings({ questions, answers, judged, graded }))
  expect(byBoth.arms[1]?.winRate).toBe(0.25)
  expect(byBoth.agreement).toMatchObject({ pairs: 1, same: 0 })
})

test('arm and topic names cannot break a table in the report', () => {
  const questions = [question('a', { topic: 'a|b\n# c' }), question('b')]
  const answers = questions.flatMap(({ id }) => [answer('single', id, 'y'), answer('panel', id, 'y')])
  const text = evalMarkdown({ name: 'x', seats: {}, notes: [] }, evalReport(findings({ questions, answers })))
  expect(text).toContain('| a\\|b # c | 1 |')
})

describe('self-consistency', () => {
  const sample = (said: string | null) => ({ ...answer('single', 'a', said), cost: cost(0.01) })

  test('gives the most frequent answer, with its share as the probability and the cost of all samples', () => {
    const combined = combineSamples(question('a'), [sample('x'), sample('y'), sample('y'), sample(null)])
    expect(combined).toMatchObject({ said: 'y', probability: 0.5 })
    expect(combined.cost.usd).toBeCloseTo(0.04)
  })

  test('breaks a tie the same way each time', () => {
    const tied = [sample('x'), sample('y')]
    expect(combineSamples(question('a'), tied).said).toBe(combineSamples(question('a'), tied).said)
  })

  test('is unreadable if no sample is readable', () => {
    expect(combineSamples(question('a'), [sample(null)])).toMatchObject({ said: null, probability: null })
  })

  test.each([
    [[0.01], [[0.066]], 7],
    [[0.01], [[0.005]], 1],
    [[0.01], [[0.03], [0.06]], 6],
    [[0.0001], [[9]], 40],
    [[0], [[0]], null],
  ])('takes as many samples as the costliest other arm pays for: %j %j', (samples, others, expected) => {
    const free = (usd: number) => (usd === 0 ? noCost : cost(usd))
    expect(
      samplesAtEqualCost(
        samples.map(free),
        others.map((all) => all.map(free)),
      ),
    ).toBe(expected)
  })
})
