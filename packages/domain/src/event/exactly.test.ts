import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Json } from '../shared/json.ts'
import { exactly } from './exactly.ts'
import { type FactType, facts } from './facts.ts'

type Schema = z.core.$ZodType

const odd = fc.constantFrom<unknown>(null, '', 'x', 0, 1, -1, 1.5, Number.NaN, 2 ** 53, true, [], {}, [null], { x: 1 })

/** Values that a schema might accept, and some that it should reject. */
function valuesFor(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: likely(schema, depth) }, { weight: 1, arbitrary: odd })
}

function likely(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const def = schema._zod.def as z.core.$ZodTypes['_zod']['def']
  if (depth > 5 || schema === (Json as Schema)) return odd
  switch (def.type) {
    case 'string':
      return fc.constantFrom('', 'm1', 'ada')
    case 'number':
      return fc.constantFrom(0, 1, 7)
    case 'boolean':
      return fc.boolean()
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'optional':
    case 'nullable':
    case 'default':
      return valuesFor(def.innerType, depth)
    case 'array':
      return fc.array(valuesFor(def.element, depth + 1), { maxLength: 2 })
    case 'union':
      return fc.oneof(...def.options.map((option) => valuesFor(option, depth + 1)))
    case 'object':
      return objectFor(def.shape, depth)
    default:
      return odd
  }
}

function objectFor(shape: Readonly<Record<string, Schema>>, depth: number): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(shape).map(([key, one]) => [key, valuesFor(one, depth + 1)]))
  const required = Object.keys(shape).filter((key) => shape[key]?._zod.def.type !== 'optional')
  const right = fc.record(fields, { requiredKeys: required })
  const lacking = fc.record(fields, { requiredKeys: [] })
  const extra = fc.tuple(right, fc.constantFrom('extra', '__proto__', 'constructor'), odd)
  return fc.oneof(
    { weight: 20, arbitrary: right },
    { weight: 1, arbitrary: lacking },
    { weight: 1, arbitrary: extra.map(([some, key, value]) => ({ ...(some as object), [key]: value })) },
  )
}

describe('what is accepted without parsing', () => {
  test.each(Object.keys(facts) as FactType[])('for %s is what parsing would return', (type) => {
    const isExact = exactly(facts[type])
    fc.assert(
      fc.property(valuesFor(facts[type]), (value) => {
        if (!isExact(value)) return
        const parsed = facts[type].safeParse(value)
        expect(parsed.success).toBe(true)
        expect(parsed.data).toEqual(value)
      }),
      { numRuns: 200, seed: 7 },
    )
  })

  test.each([
    z.string().trim(),
    z.string().regex(/x/gu),
    z.number().multipleOf(2),
    z.number().superRefine(() => {}),
    z.coerce.number(),
    z.looseObject({}),
    z.object({ at: z.number().default(1) }),
    z.object({}).catchall(z.string()),
    z.string().transform((text) => text.length),
    z.record(z.enum(['extra']), z.string()),
    z.union([z.literal(2).transform(String), z.string().transform(Number)]),
    z.email(),
    z.int32(),
  ])('excludes schemas with other rules', (schema) => {
    const values = ['a@b.de', ' x ', 2, {}, { extra: 'x' }, [], ['a', 'b']]
    expect(values.some(exactly(schema))).toBe(false)
  })

  test('excludes a value that an earlier option of a union would shorten', () => {
    const isExact = exactly(z.union([z.object({}), z.object({ extra: z.string() })]))
    expect(isExact({})).toBe(true)
    expect(isExact({ extra: 'x' })).toBe(false)
  })

  const values = fc.oneof(
    odd,
    fc.constantFrom<unknown>('ab', 'abc', 2, 3, ['a'], ['a', 'b'], { a: 2 }, { a: 9 }, { __proto__: { b: 1 } }),
  )
  test.each([
    z.string().min(1).max(2),
    z.string().regex(/^a/u),
    z.string().refine((text) => text !== 'ab'),
    z.number().int().positive().max(3),
    z.array(z.string()).max(1),
    z.record(z.string().max(1), z.number().lt(9)),
    z.union([z.literal('x').transform(() => ['x']), z.array(z.string())]),
    z.union([z.enum(['x']), z.strictObject({ a: z.number() }), z.strictObject({ x: z.number() })]),
    z.object({ x: z.number().default(1) }),
  ])('keeps the rules of a schema that changes nothing', (schema) => {
    const isExact = exactly(schema)
    let kept = 0
    fc.assert(
      fc.property(values, (value) => {
        if (!isExact(value)) return
        kept += 1
        expect(schema.safeParse(value)).toEqual({ success: true, data: value })
      }),
      { numRuns: 300, seed: 7 },
    )
    expect(kept).toBeGreaterThan(0)
  })

  test.each<[FactType, unknown]>([
    ['agent.status', { status: 'idle' }],
    ['effect.started', { effect: '1/ada/say1.1', kind: 'model', attempt: 1, model: 'a/b', timeoutMs: 60_000 }],
    ['message', { author: 'ada', role: 'member', kind: 'argument', text: 'Because.' }],
    ['model.replied', { effect: '1/ada/say1.1', text: 'So.', calls: [], finish: 'stop', outcome: 'complete' }],
    ['task.finished', { ok: true, report: 'So.', ms: 5, iterations: 1, toolCalls: 0, tokens: 9, place: 'ada' }],
    [
      'usage',
      { input: 9, cached: 0, output: 3, effect: '1/ada/say1.1', attempt: 1, model: 'a/b', costUsd: null, ms: 5 },
    ],
  ])('includes an ordinary %s', (type, data) => {
    expect(exactly(facts[type])(data)).toBe(true)
    expect(exactly(facts[type])({ ...(data as object), colour: 'red' })).toBe(false)
  })
})
