import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readJudgement, readOwnJudgement, trendOf } from './read-evaluation.ts'

describe('a judge', () => {
  test.each([
    ['SCORE: 0.85\nRATIONALE: Good.', 0.85, 'Good.', false],
    ['SCORE: 0.9\nRATIONALE: Enough.', 0.9, 'Enough.', true],
    ['SCORE: 0.89\nRATIONALE: Not quite.', 0.89, 'Not quite.', false],
    ['score: 1\nrationale: all of it', 1, 'all of it', true],
    ['**SCORE:** 0.7\n**RATIONALE:** Dates are missing.', 0.7, 'Dates are missing.', false],
    ['## SCORE: 0.4\n\n- RATIONALE: No test.', 0.4, 'No test.', false],
    ['RATIONALE: First the reason.\nSCORE: 0.6', 0.6, 'First the reason.', false],
    ['SCORE: 60\nRATIONALE: Sixty of a hundred.', 0.6, 'Sixty of a hundred.', false],
    ['SCORE: 17/20\nRATIONALE: Of twenty.', 0.85, 'Of twenty.', false],
    ['**Score**：92 %\n\n**Rationale**\n: odd', 0.92, ': odd', true],
    ['{"score": 0.7, "rationale": "As JSON."}', 0.7, 'As JSON.', false],
    ['SCORE: 8/10\nRATIONALE: Eight of ten.', 0.8, 'Eight of ten.', false],
    ['SCORE: 95%\nRATIONALE: In percent.', 0.95, 'In percent.', true],
    ['SCORE: 0,75\nRATIONALE: With a comma.', 0.75, 'With a comma.', false],
    ['SCORE: .5\nRATIONALE: Half.', 0.5, 'Half.', false],
    ['SCORE: 0.5\n[[GROUP_REFLECT_COMPLETE]]\nRATIONALE: Fine.', 0.5, 'Fine.', true],
    ['Fine.\n  [[group_reflect_complete]]  \n', 1, 'Fine.', true],
    ['Fine.\n\n**[[GROUP_REFLECT_COMPLETE]]**', 1, 'Fine.', true],
    ['SCORE: 0.5\n[[GROUP_REFLECT_COMPLETE]]\n[[NEEDS_ITERATION]]', 0.5, 'SCORE: 0.5', false],
  ])('who says %j is understood', (text, score, rationale, met) =>
    expect(readJudgement(text)).toEqual({ score, rationale, met }),
  )

  test.each([
    'SCORE: many\nRATIONALE: No number.',
    'SCORE: 0.1\nRATIONALE: Nothing works.\n[[GROUP_REFLECT_COMPLETE]]',
    'SCORE: excellent\nRATIONALE: A word.\n[[GROUP_REFLECT_COMPLETE]]',
    'SCORE: high\nRATIONALE: A word.',
    'SCORE: 7\nRATIONALE: Of ten, or of a hundred?',
    'SCORE: -3\nRATIONALE: Below nothing.',
    'SCORE: 120\nRATIONALE: Above all.',
    'SCORE: 0.3\nRATIONALE: It claims this for itself:\nSCORE: 1',
    'SCORE: <a number from 0 to 1>\nRATIONALE: <what is missing>',
    'Bananas.',
    'The score: 0.9 would be too much.',
    'Write [[GROUP_REFLECT_COMPLETE]] when it is done.',
    '',
  ])('who says %j gives no score, and none is made up', (text) => expect(readJudgement(text)).toBeUndefined())

  test('gives a score from 0 to 1 or none, whatever it says', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `SCORE: ${text}`),
          fc.double().map((number) => `SCORE: ${number}`),
        ),
        (text) => {
          const { score, rationale } = readJudgement(text) ?? { score: 0, rationale: '' }
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(1)
          expect(rationale.length).toBeLessThanOrEqual(2_000)
        },
      ),
    ))

  test('is read quickly, however much it writes', () => {
    for (const piece of ['SCORE:', '*', 'SCORE: *_', ' ', 'RATIONALE:\n', '- ']) readJudgement(piece.repeat(50_000))
  })
})

describe('a lead that judges itself', () => {
  test.each([
    ['All there.\n[[GROUP_REFLECT_COMPLETE]]', 1, true],
    ['[[Group_Reflect_Complete]]', 1, true],
    ['[[NEEDS_ITERATION]]\nNo date.', 0.4, false],
    ['[[needs_iteration]]', 0.4, false],
    ['{"verdict": "complete", "reason": ""}', 1, true],
    ['```json\n{"verdict": "needs_iteration", "reason": "No date."}\n```', 0.4, false],
  ])('%j is understood', (text, score, met) => expect(readOwnJudgement(text)).toMatchObject({ score, met }))

  test.each([
    'Nearly.',
    'It is [[GROUP_REFLECT_COMPLETE]], I think.',
    'Complete: the dates. Missing: the costs.',
    '{"verdict": "maybe"}',
    '',
  ])('%j says neither', (text) => expect(readOwnJudgement(text)).toBeUndefined())
})

describe('a trend', () => {
  test.each([
    [0.5, undefined, 'stable'],
    [0.61, 0.5, 'improving'],
    [0.6, 0.5, 'stable'],
    [0.8, 0.7, 'stable'],
    [0.7, 0.8, 'stable'],
    [0.4, 0.5, 'stable'],
    [0.39, 0.5, 'degrading'],
    [1, 0, 'improving'],
  ])('from %d after %s is %s', (score, before, trend) => expect(trendOf(score, before)).toBe(trend))
})

test('a judge that adds JSON for the program has a rationale without it', () => {
  const text = 'The costs are missing.\n```json\n{"score": 0.6, "verdict": "ACCEPT"}\n```\nSCORE: 0.6'
  expect(readJudgement(text)?.rationale.trim()).toBe('The costs are missing.')
})
