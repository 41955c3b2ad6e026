import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EventReader } from './event-reader.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

function read(...chunks: readonly Uint8Array[]): readonly string[] {
  const reader = new EventReader()
  return [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()]
}

describe('server-sent events', () => {
  test('are the same however the bytes are split', () => {
    const lines = fc.array(fc.constantFrom('data: grün', 'data:😀', ': comment', 'data: [DONE]', 'id: 7', '', ''))
    const ends = fc.constantFrom('\n', '\r\n', '\r')
    fc.assert(
      fc.property(lines, ends, fc.integer({ min: 1, max: 5 }), (written, end, size) => {
        const bytes = encode(`\uFEFF${written.join(end)}`)
        const cut = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
          bytes.subarray(at * size, (at + 1) * size),
        )
        expect(read(...cut)).toEqual(read(bytes))
      }),
      { numRuns: 300, seed: 7 },
    )
  })

  test('join their lines of data', () => {
    expect(read(encode('data: {\ndata: "a":1}\n\n'))).toEqual(['{\n"a":1}'])
  })

  test('that were cut off are dropped', () => {
    expect(read(encode('data: 1\n\ndata: 2\n'))).toEqual(['1'])
  })

  test('may lack the last line ending', () => {
    expect(read(encode('data: 1\n\ndata: [DONE]'))).toEqual(['1', '[DONE]'])
  })

  test('without data are keep-alives', () => {
    expect(read(encode(': ping\n\ndata:\n\ndata: 1\n\n'))).toEqual(['1'])
  })
})
