import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readableJson } from './readable-json.ts'

const shown = (...pieces: readonly string[]): string => pieces.map(readableJson()).join('')

test('the prose of an answer is shown as is, and its other values on lines', () => {
  const json = '{"argument": "Look:\\n- \\"m4\\"", "vote": "B", "confidence": 80, "veto": null, "sure": true}'
  expect(shown(json)).toBe('Look:\n- "m4"\nVOTE: B\nCONFIDENCE: 80\nSURE: true')
})

test('lists are shown as lines, including objects in them', () => {
  const json = '{"answers": [{"answer": "Wait", "ids": ["m3", "m5"]}, {"answer": "Ship", "ids": []}]}'
  expect(shown(json)).toBe('ANSWER: Wait\n- m3\n- m5\nANSWER: Ship')
})

test.each(['Just words {"a": "b"}', '```json\n{"vote": "B"}\n```', '', '  \n', '[1, 2]'])(
  '%j is not JSON and stays as it is',
  (text) => expect(shown(text)).toBe(text),
)

test('it does not matter where an answer is split, even inside a character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.boolean(),
      fc.integer({ min: 1, max: 7 }),
      (argument, escapes, step) => {
        const json = JSON.stringify({ argument, vote: 'B' })
        const sent = escapes
          ? json.replaceAll(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
          : json
        const pieces = Array.from({ length: Math.ceil(sent.length / step) }, (_, at) =>
          sent.slice(at * step, (at + 1) * step),
        )
        expect(shown(...pieces)).toBe(shown(sent))
      },
    ),
  )
})
