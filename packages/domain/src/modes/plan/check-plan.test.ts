import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PlanStep } from '../../event/step.ts'
import { begun, seat } from '../../session/session.fixture.ts'
import type { Run } from '../../state/session.ts'
import { checkPlan } from './check-plan.ts'
import { planText } from './plan-text.ts'
import { errorsText } from './read-plan.ts'

const run = begun({ mode: 'plan', members: [seat('ada'), seat('bert', { name: 'Bert the Tester' })] }).run as Run
const step = (id: string, more: object = {}) => ({ id, owner: 'ada', description: `Do ${id}.`, ...more })
const check = (...steps: readonly object[]) => checkPlan(run, JSON.stringify({ steps }))

describe('a plan is read', () => {
  const plain = JSON.stringify({ steps: [step('s1')] })

  test.each([
    ['as JSON alone', plain],
    ['from a fence', `Here it is:\n\n\`\`\`json\n${plain}\n\`\`\`\n\nGood luck!`],
    ['from the middle of a text', `Sure! ${plain} That is all.`],
    ['as a bare list', JSON.stringify([step('s1')])],
    ['with null for omitted values', JSON.stringify({ steps: [step('s1', { budget: null, tools: null })] })],
    ['as displayed plan text', 's1. ada: Do s1.'],
    ['in a wrapper', JSON.stringify({ plan: [step('s1')] })],
    ['in a wrapper beside other keys', JSON.stringify({ goal: 'x', plan: { steps: [step('s1')] } })],
    ['with comments', plain.replace('[', '[ // the first step\n /* and only */ ')],
    [
      'with trailing commas and comments',
      `\`\`\`json\n{\n  // steps\n  "steps": [${JSON.stringify(step('s1'))},],\n}\n\`\`\``,
    ],
  ])('%s', (_how, text) => {
    expect(checkPlan(run, text)).toEqual({
      steps: [{ id: 's1', owner: 'ada', description: 'Do s1.', acceptance: '', dependsOn: [] }],
      errors: [],
      warnings: [],
    })
  })

  test('with owners by slug or by name, and numbers as ids', () => {
    const { steps } = check(step('s1', { owner: '@Ada' }), {
      id: 2,
      owner: '"bert the tester"',
      description: 'x',
      dependsOn: ['s1'],
    })
    expect(steps.map(({ id, owner }) => [id, owner])).toEqual([
      ['s1', 'ada'],
      ['2', 'bert'],
    ])
  })
})

test('the owner of a step may be written like in a conversation', () => {
  const owners = ['@Ada', '**Ada**', 'ADA (tests)', 'Bert', 'bert_the_tester', 'Tester'].map((owner, at) =>
    step(`s${at}`, { owner }),
  )
  expect(check(...owners).steps.map(({ owner }) => owner)).toEqual(['ada', 'ada', 'ada', 'bert', 'bert', 'bert'])
})

describe('a plan that was cut off is called cut off, with what helps', () => {
  const cut = '{"steps":[{"id":"s1","owner":"ada","descr'
  test.each([
    ['by its length limit', checkPlan(run, `${cut}iption":"Do."}]}`, true)],
    ['and does not end', checkPlan(run, cut)],
    ['in a fence', checkPlan(run, `\`\`\`json\n${cut}`)],
  ])('%s', (_how, { steps, errors }) => {
    expect(steps).toEqual([])
    expect(errors.join(' ')).toContain('shorter plan')
    expect(errorsText(errors)).toMatch(/cut off at the length limit.*maxTokens/u)
  })
})

describe('a plan is refused', () => {
  test.each([
    ['with a step that waits for itself', [step('a', { dependsOn: ['a'] })], 'a → a'],
    ['with ids that differ only in case', [step('a'), step('A')], 'used twice'],
    ['with an id that is a path', [step('../x')], 'is not a valid id'],
    ['with a negative budget', [step('a', { budget: { tokens: -1 } })], 'budget.tokens'],
    ['with an unknown grant', [step('a', { approve: 'always' })], 'approve'],
    ['with 101 steps', Array.from({ length: 101 }, (_, index) => step(`s${index}`)), 'at most 100'],
  ])('%s', (_what, steps, says) => {
    const { steps: none, errors } = check(...steps)
    expect(none).toEqual([])
    expect(errors.join(' ')).toContain(says)
  })

  test('with every error at once, but never more than twelve', () => {
    expect(check(step('a', { owner: 'x' }), step('b', { dependsOn: ['c'] })).errors).toHaveLength(2)
    expect(check(...Array.from({ length: 50 }, (_, index) => step(`s${index}`, { owner: 'x' }))).errors).toHaveLength(
      12,
    )
  })
})

test('unknown keys in a plan are named, and the plan is used without them', () => {
  const { steps, errors, warnings } = check(step('a', { priorty: 'high', budget: { minuts: 5 }, 'depends-on': [] }))
  expect([steps.length, errors]).toEqual([1, []])
  expect(warnings).toEqual(['The plan has unknown keys, ignored: "priorty", "budget.minuts".'])
  expect(check(step('a')).warnings).toEqual([])
})

const words = fc.stringMatching(/^[A-Za-z][A-Za-z0-9 ,.]{0,38}[A-Za-z0-9.]$/).map((text) => text.replace(/\s+/g, ' '))
const planned = fc
  .array(
    fc.record(
      {
        owner: fc.constantFrom('ada', 'bert'),
        description: words,
        acceptance: words,
        tools: fc.array(fc.constantFrom('read', 'edit', 'bash'), { maxLength: 3 }).map((all) => [...new Set(all)]),
        approve: fc.constantFrom('auto' as const, 'ask' as const),
        budget: fc.record({
          minutes: fc.integer({ min: 1, max: 60 }),
          tokens: fc.integer({ min: 1, max: 2_000_000 }),
          files: fc.nat({ max: 9 }),
        }),
        worktree: fc.boolean(),
      },
      { requiredKeys: ['owner', 'description', 'acceptance'] },
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((steps) =>
    steps.map((one, index) => ({ ...one, id: `s${index + 1}`, dependsOn: index > 1 ? [`s${index - 1}`] : [] })),
  )

test('a displayed plan is read back as the same plan, as text and as JSON', () => {
  fc.assert(
    fc.property(planned, (steps) => {
      expect(checkPlan(run, planText(steps as readonly PlanStep[])).steps).toEqual(steps)
      expect(checkPlan(run, JSON.stringify({ steps })).steps).toEqual(steps)
    }),
    { numRuns: 200, seed: 11 },
  )
})

test('a plan whose steps depend only on earlier ones is never refused, and one with a cycle always is', () => {
  const graph = fc.array(fc.array(fc.nat({ max: 30 }), { maxLength: 3 }), { minLength: 2, maxLength: 20 })
  fc.assert(
    fc.property(graph, (edges) => {
      const steps = edges.map((back, index) =>
        step(`s${index}`, {
          dependsOn: [...new Set(back.flatMap((by) => (by < index ? [`s${index - 1 - by}`] : [])))],
        }),
      )
      expect(check(...steps).errors).toEqual([])
      const last = `s${steps.length - 1}`
      const circle = steps.map((one, index) =>
        index === 0 ? { ...one, dependsOn: [last] } : { ...one, dependsOn: [`s${index - 1}`] },
      )
      expect(check(...circle).errors.join()).toContain('wait for each other')
    }),
    { numRuns: 150, seed: 12 },
  )
})

test('reading a plan never throws or takes long', () => {
  const reads = (text: string) => {
    const { steps, errors } = checkPlan(run, text)
    expect(steps.length > 0).toBe(errors.length === 0)
  }
  fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), reads), { numRuns: 300, seed: 13 })
  for (const text of ['{'.repeat(50_000), '```\n'.repeat(20_000)]) reads(text)
})
