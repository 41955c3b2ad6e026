import { expect, test } from 'vitest'
import { providerJson } from './provider-state.ts'
import { callOf, sameCall } from './tool-call.ts'

const state = { model: 'local/test' }
const nested = (depth: number) => `{"path":${'['.repeat(depth)}${']'.repeat(depth)}}`

test.each([2_000, 8_000, 100_000])('an input that is nested %i levels deep is refused, and costs no stack', (depth) => {
  const input = nested(depth)
  expect(callOf({ tool: 'read', input, state }, false)).toMatchObject({
    input,
    invalid: expect.stringMatching(/deeply/),
  })
  expect(sameCall('1', 'read', input)).toBe(sameCall('1', 'read', input))
})

test('an input with levels as tools have them is a call, whatever brackets its strings hold', () => {
  const input = `{"path":${JSON.stringify('['.repeat(5_000))},"edits":${'['.repeat(50)}${']'.repeat(50)}}`
  expect(callOf({ tool: 'read', input, state }, false)).not.toHaveProperty('invalid')
})

test('what a provider wants back is not kept if it is nested too deeply', () => {
  expect(providerJson({ ...state, call: JSON.parse(nested(1_000)) })).toBeUndefined()
  expect(providerJson({ ...state, call: { signature: 'x' } })).toEqual({ ...state, call: { signature: 'x' } })
})
