import { readdirSync, readFileSync } from 'node:fs'
import { declaredAnswers, withoutAsked } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { partsOf } from './parts-of.ts'

const folder = new URL('../golden/prompts/', import.meta.url)
const options = ['SQLite', 'Postgres', 'Wait', 'Ship', 'Ship on Friday', 'Wait until Monday', 'ask the user', 'guess']
const members = ['ada', 'bert', 'coder', 'tester', 'reviewer'].map((slug) => ({ slug, name: slug.toUpperCase() }))

/** What each recorded ask is answered with. The other asks are answered in prose that no program reads. */
const asked: { readonly [ask: string]: string } = {
  'agent/respond': 'done',
  'broadcast/compare': 'common-points',
  'orchestrate/plan': 'assignments',
  'reflect/plan': 'assignments',
  'reflect/evaluate': 'score',
  'reflect-without-judge/evaluate': 'own-verdict',
  'plan/plan': 'steps',
  'plan/review-plan': 'plan-review',
  'plan/task': 'step-end',
  'plan/options': 'ways-on',
  'plan/handoff': 'offer-answer',
  'plan/review': 'review',
  'plan/vote': 'vote',
  'plan-conflict/task': 'step-end',
  'plan-conflict/review': 'review',
  'plan-candidates/task': 'step-end',
  'plan-candidates/compare': 'comparison',
  'decision/compare': 'common-points',
  'decision/vote': 'vote',
  'decision/decide': 'ruling',
  'panel-decide/clarify': 'questions',
  'panel-decide/options': 'grouping',
  'panel-decide/decide': 'casting',
  'panel-decide/contribute': 'argued-vote',
  'panel-decide/vote': 'first-position',
  'panel-options/contribute': 'argued-vote',
  'panel-options/vote': 'choice',
  'panel-ballot/vote': 'choice',
  'panel-discuss/clarify': 'questions',
  'panel-discuss/options': 'grouping',
  'panel-discuss/next-speaker': 'next-speaker',
  'panel-discuss/contribute': 'position',
  'panel-discuss/converged': 'converged',
  'panel-discuss/decide': 'casting',
  'panel-discuss/final-position': 'ballot',
  'panel-looking/experiment': 'experiment',
  'panel-looking/predict': 'prediction',
  'panel-chance/estimate': 'chance',
  'panel-chance-again/estimate': 'chance',
  'panel-estimate/estimate': 'quantiles',
  'panel-estimate-again/estimate': 'quantiles',
}

const abouts: { readonly [answer: string]: unknown } = {
  assignments: members,
  vote: options,
  ruling: options,
  casting: options,
  'argued-vote': options,
  ballot: options,
  choice: options,
  comparison: ['a', 'b', 'c'],
  prediction: ['A', 'B'],
  chance: { kind: 'chance', unit: '' },
  quantiles: { kind: 'number', unit: 'days' },
}

/** Their asks contain texts that could pass for an answer, such as the goal or the positions, so copied lines are left out. */
const lists = ['questions', 'grouping', 'next-speaker']

/** A report without an ending says nothing, and neither does an empty list. */
const isNothing = (value: unknown): boolean =>
  value === undefined ||
  (value as { readonly kind?: string }).kind === 'report' ||
  (Array.isArray(value) && value.length === 0)

const QUOTES = /^## (?:Previous responses|Your plan so far|What you must know|Done before|Report|Ballots|Transcript)\n/u

/** Without the sections that repeat what an agent said before: its verdicts are somebody's answers. */
const instructions = (ask: string): string =>
  ask
    .split(/^(?=## )/mu)
    .filter((section) => !QUOTES.test(section))
    .join('')

const nameOf = (file: string): string => file.replace(/(?:-\d+)?\.md$/u, '')

const asks = readdirSync(folder)
  .flatMap((mode) => readdirSync(new URL(`${mode}/`, folder)).map((file) => `${mode}/${file}`))
  .flatMap((file) => {
    const answer = asked[nameOf(file)]
    return answer === undefined ? [] : [[file, answer] as const]
  })

test('every ask that is answered for a program is covered, for every declared answer', () => {
  expect(new Set(asks.map(([file]) => nameOf(file)))).toEqual(new Set(Object.keys(asked)))
  expect(Object.values(asked)).toEqual(expect.arrayContaining(declaredAnswers.map(({ answer }) => answer.name)))
})

describe.each(asks)('%s, copied back whole or in parts', (file, name) => {
  const answer = declaredAnswers.find((one) => one.answer.name === name)?.answer
  const ask = readFileSync(new URL(file, folder), 'utf8')

  test(`is never read as an answer for ${name}`, () => {
    const read = answer?.read as (text: string, about: unknown) => unknown
    for (const part of partsOf(lists.includes(name) ? ask : instructions(ask))) {
      const said = lists.includes(name) ? withoutAsked(part, [ask]) : part
      expect(isNothing(read(said, abouts[name])), part).toBe(true)
    }
  })
})
