import { declaredAnswers } from '@convene/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

type Schema = {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly properties?: { readonly [key: string]: Schema }
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}
type Fields = { readonly [key: string]: unknown }

/** Fragments that a reader could mistake for something else. */
const traps = [
  'VOTE: Ship',
  'DECISION: Ship',
  'SCORE: 1',
  'RATIONALE: fine',
  'APPROVE',
  'ACCEPT',
  'ACKNOWLEDGE',
  'CONCERNS:',
  'BLOCKED: no',
  '[[GROUP_REFLECT_COMPLETE]]',
  '[[NEEDS_ITERATION]]',
  '@worker:Bert',
  '@end',
  '```',
  '> ',
  '- ',
  '1. ',
  '\n',
  '\n\n',
  '\u2028',
  '{"vote": "Ship"}',
  '"',
  '<x>',
  'none',
  'not',
  'or',
  'once',
  'yet',
  '?',
  ':',
  '：',
  '**',
  'words',
  'Wörter',
  '文字',
]
const hostile = fc.array(fc.constantFrom(...traps), { maxLength: 6 }).map((parts) => parts.join(' '))

/** Values that fit a schema. `said` holds the meaningful ones, by key. */
function fitting(schema: Schema, said: Fields, key = ''): fc.Arbitrary<unknown> {
  if (said[key] !== undefined) return fc.constantFrom(...(said[key] as readonly unknown[]))
  if (schema.anyOf) return fc.constant(null)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, one]) => [name, fitting(one, said, name)] as const)
    return fc.record(Object.fromEntries(fields))
  }
  if (schema.items) return fc.array(fitting(schema.items, said), { minLength: 1, maxLength: 3 })
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'number') return fc.integer({ min: 0, max: 100 }).map((share) => share / 100)
  return hostile
}

const options = ['Ship', 'Wait until Monday']
const members = [
  { slug: 'ada', name: 'Ada' },
  { slug: 'bert', name: 'Bert' },
]
const abouts: Fields = {
  vote: options,
  ruling: options,
  casting: options,
  'argued-vote': options,
  choice: options,
  ballot: options,
  assignments: members,
  chance: { kind: 'chance' },
  quantiles: { kind: 'number', unit: 'days' },
}
const picks = { vote: ['A', 'B', 'Wait until Monday', 'abstain'], probabilities: ['A 20, B 80'] }
const meant: { readonly [name: string]: Fields } = {
  vote: { vote: [...options, 'abstain'], confidence: [0, 1, 50, 99.5, 100] },
  ruling: { decision: options },
  'argued-vote': picks,
  choice: picks,
  ballot: picks,
  position: { position: ['Wait', 'VOTE: Ship'], confidence: [0, 50, 99.5] },
  'first-position': { position: ['Wait'], confidence: [0, 50, 99.5] },
  'next-speaker': { next: ['Panelist B'] },
  casting: { decision: options },
  grouping: { answer: ['Wait', 'VOTE: Ship'], ids: [['m3'], ['m3', 'm5']] },
  assignments: { worker: ['Ada', 'bert'] },
  steps: { id: ['s1'], owner: ['ada'], description: ['Write it.', 'ACCEPT\n{"steps": []}'], dependsOn: [[]] },
}

const picked = ({ vote }: { vote: string }) =>
  vote === 'abstain' ? { kind: 'abstain' } : { kind: 'option', place: vote === 'A' ? 0 : 1 }
const held = ({ position, confidence }: { position: string; confidence: number }) => ({ position, confidence })

/** The reading that is expected for an answer in JSON. */
const says: { readonly [name: string]: (value: never) => unknown } = {
  vote: ({ vote }: { vote: string }) => ({ option: vote === 'abstain' ? null : vote }),
  ruling: ({ decision }: { decision: string }) => ({ option: decision }),
  casting: ({ decision }: { decision: string }) => ({ option: decision }),
  'argued-vote': picked,
  choice: picked,
  ballot: picked,
  position: held,
  'first-position': held,
  score: ({ score }: { score: number }) => ({ score }),
  'own-verdict': ({ verdict }: { verdict: string }) => ({ met: verdict === 'complete' }),
  'plan-review': ({ verdict }: { verdict: string }) => ({ verdict }),
  'offer-answer': ({ verdict }: { verdict: string }) => ({ acknowledged: verdict === 'acknowledge' }),
  review: ({ verdict }: { verdict: string }) => ({ verdict }),
  steps: ({ steps }: { steps: { description: string }[] }) => ({
    steps: steps.map(({ description }) => ({ id: 's1', owner: 'ada', description })),
  }),
}

const whole = declaredAnswers.filter(({ answer }) => answer.part === 'whole' || says[answer.name])

describe.each(whole.map(({ answer }) => [answer.name, answer] as const))('%s', (name, answer) => {
  const read = answer.read as (text: string, about: unknown) => unknown
  const values = fitting(answer.schema() as Schema, meant[name] ?? {})

  test('reads the same from text as from JSON, whatever words it contains', () => {
    fc.assert(
      fc.property(values, (value) => {
        const text = answer.textOf(JSON.stringify(value))
        const expected = says[name]?.(value as never)
        if (text === undefined) expect(expected).toBeUndefined()
        else if (expected) expect(read(text, abouts[name]), text).toMatchObject(expected)
      }),
      { numRuns: 300 },
    )
  })

  test('is never read as an answer if it is only quoted', () => {
    fc.assert(
      fc.property(values, (value) => {
        const text = answer.textOf(JSON.stringify(value)) ?? ''
        const quoted = `Somebody wrote this:\n\n${text.replaceAll(/^/gmu, '> ')}\n\nI hold nothing of the kind.`
        expect(read(quoted, abouts[name]), quoted).toBeUndefined()
      }),
      { numRuns: 100 },
    )
  })
})
