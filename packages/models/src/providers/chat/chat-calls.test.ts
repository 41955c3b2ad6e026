import { describe, expect, test } from 'vitest'
import { type CallDelta, ChatCalls } from './chat-calls.ts'

const piece = (told: Partial<CallDelta>): CallDelta => ({
  index: undefined,
  id: undefined,
  name: undefined,
  input: '',
  signature: undefined,
  ...told,
})

function together(...pieces: readonly Partial<CallDelta>[]): readonly (readonly [string, string])[] {
  const calls = new ChatCalls()
  for (const one of pieces) calls.add(piece(one))
  return calls.end('local').map(({ toolName, input }) => [toolName, input] as const)
}

describe('call deltas are merged', () => {
  test('by index, in index order', () => {
    expect(
      together(
        { index: 1, id: 'b', name: 'write', input: '{"b"' },
        { index: 0, id: 'a', name: 'read', input: '{"a"' },
        { index: 1, input: ':1}' },
        { index: 0, input: ':1}' },
      ),
    ).toEqual([
      ['read', '{"a":1}'],
      ['write', '{"b":1}'],
    ])
  })

  test('without an index, if only one call can be meant', () => {
    expect(together({ id: 'a', name: 'read', input: '{"a"' }, { input: ':1}' })).toEqual([['read', '{"a":1}']])
  })

  test('if a call is named without its index, and its deltas follow with one', () => {
    expect(together({ id: 'a', name: 'read' }, { index: 1, input: '{"a"' }, { index: 1, input: ':1}' })).toEqual([
      ['read', '{"a":1}'],
    ])
  })

  test('separately, if a server gives all calls the same index', () => {
    expect(
      together(
        { index: 0, id: 'a', name: 'read', input: '{"a":1}' },
        { index: 0, id: 'b', name: 'read', input: '{"b":1}' },
      ),
    ).toEqual([
      ['read', '{"a":1}'],
      ['read', '{"b":1}'],
    ])
  })

  test('if the name is repeated in every delta', () => {
    expect(
      together(
        { index: 0, id: 'a', name: 'read', input: '{"a":' },
        { index: 0, id: 'a', name: 'read', input: '{"in":1}' },
        { index: 0, id: 'a', name: 'read', input: '}' },
      ),
    ).toEqual([['read', '{"a":{"in":1}}']])
  })

  test('if the input contains brackets in a string', () => {
    const input = '{"a":"}]\\"{"}'
    expect(together(...[...input].map((character) => ({ index: 0, id: 'a', name: 'read', input: character })))).toEqual(
      [['read', input]],
    )
  })
})

describe('a call is refused', () => {
  test('without a name', () => {
    expect(() => together({ index: 0, id: 'a', input: '{}' })).toThrow('without a tool name')
    expect(() => together({ id: 'a', input: '{}' })).toThrow('without a tool name')
  })

  test('if there are more than any model makes', () => {
    const many = Array.from({ length: 257 }, (_, index) => ({ index, name: 'read', input: '{}' }))
    expect(() => together(...many)).toThrow('more than 256 calls')
  })
})

test('an empty call is not a call', () => {
  expect(together({ index: 0, name: '' }, { name: '' })).toEqual([])
})
