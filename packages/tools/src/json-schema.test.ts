import { describe, expect, test } from 'vitest'
import { parseInput } from './host/parse-input.ts'
import { specOf } from './host/spec-of.ts'
import { foreignInput } from './json-schema.ts'
import type { Tool } from './tool.ts'

const schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    path: { type: 'string', pattern: '^(a+)+$' },
    depth: { type: ['integer', 'null'] },
    mode: { enum: ['fast', 'slow'] },
    node: { $ref: '#/$defs/node' },
  },
  required: ['path'],
  $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
}
const tool: Tool = {
  name: 'foreign',
  description: '',
  input: foreignInput(schema),
  permission: 'foreign',
  readOnly: true,
  reaches: [],
  inspect: async () => [],
  run: async () => ({ ok: true, output: '' }),
}

describe('a foreign schema', () => {
  test('is shown to the model unchanged', () => {
    const { $schema: _, ...shown } = schema
    expect(specOf(tool).input).toEqual(shown)
  })

  test.each([
    [{ path: 'a' }, undefined],
    [{ path: 'a', depth: null, mode: 'slow', node: { next: {} }, more: 1 }, undefined],
    [{}, '"path" is missing.'],
    [{ path: 1 }, '"path" is 1: expected string.'],
    [{ path: 'a', depth: 1.5 }, '"depth" is 1.5: expected integer or null.'],
    [{ path: 'a', mode: 'warp' }, '"mode" is "warp": expected one of ["fast","slow"].'],
    [['a'], 'The input is'],
    ['{"path": "a"}', 'The input is'],
  ])('checks %j: %s', async (input, said) => {
    const parsed = await parseInput(tool, input)
    if (said === undefined) expect(parsed).toEqual({ ok: true, value: input })
    else expect(parsed).toMatchObject({ ok: false, refusal: { message: expect.stringContaining(said) } })
  })

  test('never runs a foreign pattern', async () => {
    expect(await parseInput(tool, { path: `${'a'.repeat(60)}!` })).toMatchObject({ ok: true })
  })

  test.each([{ properties: null, required: 'path' }, { type: 'object', properties: { a: true } }, {}])(
    'that is invalid accepts every object: %j',
    async (broken) => {
      const input = foreignInput(broken as never)
      expect(await parseInput({ ...tool, input }, { a: 1 })).toMatchObject({ ok: true })
      expect(specOf({ ...tool, input }).input.type).toBe('object')
    },
  )
})
