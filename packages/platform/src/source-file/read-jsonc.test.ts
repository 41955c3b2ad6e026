import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readJsonc } from './read-jsonc.ts'

const parsed = (text: string) => {
  const reading = readJsonc(text)
  return reading.ok ? reading.value : reading
}

describe('JSON with comments', () => {
  test('reads comments, trailing commas, a byte order mark and CRLF', () => {
    const text = '\ufeff// first\r\n{ /* a */ "a": [1, 2,], // b\r\n "c": { "d": null, }, }\r\n// last'
    expect(parsed(text)).toEqual({ a: [1, 2], c: { d: null } })
  })

  test('leaves comment marks inside text alone', () => {
    expect(parsed('{"url": "http://x/*y*/", "s": "a // b"}')).toEqual({ url: 'http://x/*y*/', s: 'a // b' })
  })

  test('reads every JSON value as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        const reading = readJsonc(text)
        if (text.includes('"__proto__"')) return
        expect(reading).toMatchObject({ ok: true })
        expect(reading.ok && reading.value).toEqual(JSON.parse(text))
      }),
    )
  })

  test('never throws, for any text', () => {
    fc.assert(fc.property(fc.string(), (text) => void readJsonc(text)))
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:/*\n1a\\') }), (text) => void readJsonc(text)))
  })

  test('knows the line and column of every key and element', () => {
    const reading = readJsonc('{\n  "limits": {\n    // turns\n    "maxTurns": 5 },\n  "pool": ["a/b",\n    "c/d"]\n}')
    if (!reading.ok) throw new Error(reading.message)
    expect(reading.places(['limits'])).toEqual({ line: 2, column: 3 })
    expect(reading.places(['limits', 'maxTurns'])).toEqual({ line: 4, column: 5 })
    expect(reading.places(['pool', 1])).toEqual({ line: 6, column: 5 })
    expect(reading.places(['limits', 'missing'])).toEqual({ line: 2, column: 3 })
    expect(reading.places(['missing', 'limits'])).toEqual({ line: 1, column: 1 })
  })

  test('reports a duplicate key and uses the last one', () => {
    expect(readJsonc('{"a": 1, "a": 2}')).toMatchObject({ ok: true, value: { a: 2 }, repeated: [['a']] })
  })
})

describe('malformed JSON', () => {
  test.each([
    { text: '', line: 1, column: 1, message: 'expected a value, found the end of the file' },
    { text: '{\n  "a": 1\n  "b": 2\n}', line: 3, column: 3, message: 'expected "," or "}", found "\\""' },
    { text: '{\n  "a" 1 }', line: 2, column: 7, message: 'expected ":", found "1"' },
    { text: '{ a: 1 }', line: 1, column: 3, message: 'expected a key in double quotes or "}", found "a"' },
    { text: '{ "a": 1', line: 1, column: 9, message: 'expected "," or "}", found the end of the file' },
    { text: '[1,,2]', line: 1, column: 4, message: 'expected a value, found ","' },
    { text: '{} x', line: 1, column: 4, message: 'expected the end of the file, found "x"' },
    { text: '{"a": 01}', line: 1, column: 7, message: 'expected a value, found "0"' },
    { text: '{"a": tru}', line: 1, column: 7, message: 'expected a value, found "t"' },
    { text: '{"a": "x\n"}', line: 1, column: 7, message: 'expected a string that ends on its line, in double quotes' },
    { text: '{"a": "\\x"}', line: 1, column: 7, message: 'expected a string without unknown escapes after "\\"' },
    { text: '{\n /* open', line: 2, column: 2, message: 'expected "*/" at the end of this comment' },
    { text: '{"__proto__": {}}', line: 1, column: 2, message: 'the key "__proto__" is not allowed' },
  ])('$text: $message at $line:$column', ({ text, line, column, message }) => {
    expect(readJsonc(text)).toEqual({ ok: false, place: { line, column }, message })
  })

  test('is refused if nested too deeply, before the stack overflows', () => {
    expect(readJsonc('['.repeat(100_000))).toMatchObject({ ok: false, message: 'nested more than 64 levels deep' })
  })
})

describe('hostile JSON', () => {
  const big = 1_000_000

  test.each([
    { name: 'one long string', text: `"${'x'.repeat(big)}"` },
    { name: 'one long escape', text: `"${'\\\\'.repeat(big / 2)}"` },
    { name: 'comments only', text: `${'//\n'.repeat(big / 3)}{}` },
    { name: 'stars in a comment', text: `/*${'*'.repeat(big)}*/{}` },
    { name: 'many keys', text: `{${Array.from({ length: big / 10 }, (_, index) => `"${index}":0`)}}` },
    { name: 'many keys below a long one', text: `{"${'k'.repeat(big / 2)}":{${'"a":1,'.repeat(big / 12)}}}` },
  ])('$name of a megabyte is read', ({ text }) => {
    expect(readJsonc(text).ok).toBe(true)
  })
})
