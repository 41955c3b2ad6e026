import fc from 'fast-check'
import { expect, test } from 'vitest'
import { growingMarks } from './growing-marks.ts'
import { withPlainMarks } from './plain-marks.ts'

const pieces = [
  'A sentence. ',
  '\n',
  '\n\n',
  'VOTE: B\n',
  'CONFIDENCE: 70',
  'Position: here\n\n',
  '```\n',
  'PROTOCOL: decide\n',
  'OPTION: Redis\n',
  'APPROVE',
  '@worker: qa\n',
  '@end\n',
  '[[',
  'NEEDS_ITERATION',
  ']]',
  ' ',
  'Note: ',
]

test('a text that grows piece by piece reads the same as all at once', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (all) => {
      const read = growingMarks()
      let text = ''
      for (const piece of all) {
        text += piece
        expect(read(text)).toBe(withPlainMarks(text))
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a long answer is not reread with each new word', () => {
  let characters = 0
  const read = growingMarks((text) => {
    characters += text.length
    return withPlainMarks(text)
  })
  const words = Array.from({ length: 2_000 }, (_, word) => (word % 50 === 49 ? 'end.\n\n' : `word${word} `))
  let text = ''
  for (const word of words) {
    text += word
    read(text)
  }
  // A paragraph has about 450 characters. Rereading everything each time would take 18 million.
  expect(characters / words.length).toBeLessThan(500)
})

test('a different text is read from the start', () => {
  const read = growingMarks()
  read('One.\n\nTwo.\n\nThree.')
  expect(read('APPROVE')).toBe('Approved')
})
