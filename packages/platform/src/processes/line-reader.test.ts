import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineReader } from './line-reader.ts'

test('gives the same lines however the bytes are split', () => {
  const text = 'one\ntwo é €\n\n{"three": 3}\r\nfour\n'
  const bytes = Buffer.from(text)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 8 }), (cuts) => {
      const lines: string[] = []
      const read = lineReader(1_000, (line) => lines.push(line))
      const places = [0, ...cuts.sort((a, b) => a - b), bytes.length]
      for (let at = 1; at < places.length; at++) read(bytes.subarray(places[at - 1], places[at]))
      expect(lines).toEqual(['one', 'two é €', '{"three": 3}', 'four'])
    }),
  )
})

test('stops at a line that is too long, complete or not', () => {
  const lines: string[] = []
  const read = lineReader(10, (line) => lines.push(line))
  expect(read(Buffer.from('short\n01234'))).toBe(true)
  expect(read(Buffer.from('567890'))).toBe(false)
  expect(lineReader(3, () => {})(Buffer.from('1234\n'))).toBe(false)
  expect(lines).toEqual(['short'])
})
