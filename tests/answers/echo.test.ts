import { readdirSync, readFileSync } from 'node:fs'
import { declaredAnswers } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { partsOf } from './parts-of.ts'

const folder = new URL('../golden/prompts/', import.meta.url)
const options = ['SQLite', 'Postgres', 'Wait', 'Ship', 'Ship on Friday', 'Wait until Monday', 'ask the user', 'guess']
const members = ['ada', 'bert', 'coder', 'tester', 'reviewer'].map((slug) => ({ slug, name: slug.toUpperCase() }))

/** What each recorded ask is answered with. The other asks are answered in prose that no program reads. */
const asked: { readonly [ask: string]: string } = {
  'agent/respond': 'done',
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
  'decision/vote': 'vote',
  'decision/decide': 'ruling',
  'panel-decide/contribute': 'argued-vote',
  'panel-decide/vote': 'first-position',
  'panel-discuss/contribute': 'position',
  'panel-discuss/converged': 'converged',
  'panel-discuss/decide': 'casting',
  'panel-discuss/final-position': 'ballot',
}

const abouts: { readonly [answer: string]: unknown } = {
  assignments: members,
  vote: options,
  ruling: options,
  casting: options,
  'argued-vote': options,
  ballot: options,
}

/** A report without an ending says nothing, and neither does a list of the options that were asked about. */
const isNothing = (value: unknown): boolean =>
  value === undefined || (value as { readonly kind?: string }).kind === 'report'

const QUOTES = /^## (?:Previous responses|Your plan so far|What you must know|Done before|Report|Ballots|Transcript)\n/u

/** Without the sections that repeat what an agent said before: its verdicts are somebody's answers. */
const instructions = (ask: string): string =>
  ask
    .split(/^(?=## )/mu)
    .filter((section) => !QUOTES.test(section))
    .join('')

const asks = readdirSync(folder)
  .flatMap((mode) => readdirSync(new URL(`${mode}/`, folder)).map((file) => `${mode}/${file}`))
  .flatMap((file) => {
    const answer = asked[file.replace(/(?:-\d+)?\.md$/u, '')]
    return answer === undefined ? [] : [[file, answer] as const]
  })

test('every ask that is answered for a program is covered', () => {
  expect(new Set(asks.map(([file]) => file.replace(/(?:-\d+)?\.md$/u, '')))).toEqual(new Set(Object.keys(asked)))
})

describe.each(asks)('%s, copied back whole or in parts', (file, name) => {
  const answer = declaredAnswers.find((one) => one.answer.name === name)?.answer
  const ask = instructions(readFileSync(new URL(file, folder), 'utf8'))

  test(`is never read as an answer for ${name}`, () => {
    const read = answer?.read as (text: string, about: unknown) => unknown
    for (const part of partsOf(ask)) expect(isNothing(read(part, abouts[name])), part).toBe(true)
  })
})
