import type { Json } from '@convene/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editJsonc } from './edit-jsonc.ts'
import { readJsonc } from './read-jsonc.ts'

function edited(text: string, path: readonly string[], value: Json | undefined): string {
  const result = editJsonc(text, path, value)
  return result.ok ? result.value : result.refusal.message
}

describe('editing a hand-written file', () => {
  const text = '{\n  // my model\n  "model": "a/b", // fast\n  "limits": { "maxTurns": 5 } // enough\n}\n'

  test('replaces a value and keeps every comment', () => {
    expect(edited(text, ['model'], 'c/d')).toBe(text.replace('a/b', 'c/d'))
  })

  test('adds a key at the end of its object', () => {
    expect(edited(text, ['verbosity'], 'full')).toBe(
      '{\n  // my model\n  "model": "a/b", // fast\n  "limits": { "maxTurns": 5 }, // enough\n  "verbosity": "full"\n}\n',
    )
  })

  test('adds the missing objects around a key', () => {
    expect(JSON.parse(edited('', ['plan', 'maxParallel'], 2))).toEqual({ plan: { maxParallel: 2 } })
  })

  test('removes a key with its line', () => {
    expect(edited('{\n  "a": 1,\n  "b": 2\n}\n', ['a'], undefined)).toBe('{\n  "b": 2\n}\n')
    expect(edited('{ "a": 1, "b": 2 }', ['b'], undefined)).toBe('{ "a": 1 }')
    expect(edited(text, ['missing'], undefined)).toBe(text)
  })

  test('reports a key inside something that is not an object', () => {
    expect(editJsonc('{ "plan": 3 }', ['plan', 'maxParallel'], 2)).toMatchObject({ ok: false })
  })

  test('produces text that parses as the changed value, for any input', () => {
    const key = fc.constantFrom('a', 'b', 'c')
    const value = fc.oneof(fc.integer(), fc.constant('x'), fc.constant(null))
    const inner = fc.dictionary(key, value, { noNullPrototype: true })
    fc.assert(
      fc.property(
        fc.record({ outer: inner, nested: inner, name: key, next: value, indent: fc.constantFrom(0, 2) }),
        (drawn) => {
          const { outer, nested, name, next, indent } = drawn
          const whole = { ...outer, nested }
          const written = JSON.stringify(whole, null, indent)
          const reading = readJsonc(edited(written, ['nested', name], next))
          expect(reading).toMatchObject({ ok: true, value: { ...outer, nested: { ...nested, [name]: next } } })
          const { [name]: _, ...rest } = nested
          const removed = readJsonc(edited(written, ['nested', name], undefined))
          expect(removed.ok && removed.value).toEqual({ ...outer, nested: rest })
        },
      ),
    )
  })
})
