import { expect, test } from 'vitest'
import { providerJson } from './provider-state.ts'
import { callOf, sameCall } from './tool-call.ts'

const state = { model: 'local/test' }
const nested = (depth: number) => `{"path":${'['.repeat(depth)}${']'.repeat(depth)}}`

test.each([2_000, 8_000, 100_000])(
  'an input nested %i levels deep is refused without exhausting the stack',
  (depth) => {
    const input = nested(depth)
    expect(callOf({ tool: 'read', input, state }, false)).toMatchObject({
      input,
      invalid: expect.stringMatching(/deeply/),
    })
    expect(sameCall('1', 'read', input)).toBe(sameCall('1', 'read', input))
  },
)

test('an input with ordinary nesting is accepted, no matter which brackets its strings contain', () => {
  const input = `{"path":${JSON.stringify('['.repeat(5_000))},"edits":${'['.repeat(50)}${']'.repeat(50)}}`
  expect(callOf({ tool: 'read', input, state }, false)).not.toHaveProperty('invalid')
})

test('provider state is dropped if it is nested too deeply', () => {
  expect(providerJson({ ...state, call: JSON.parse(nested(1_000)) })).toBeUndefined()
  expect(providerJson({ ...state, call: { signature: 'x' } })).toEqual({ ...state, call: { signature: 'x' } })
})
