import { expect, test } from 'vitest'
import { type FoundSentence, sentenceWith } from './sentence-with.ts'

const marked = (found: FoundSentence | null) => found?.marks.map(([from, to]) => found.text.slice(from, to))

test('the sentence with most of the words is found, and the words are marked as written', () => {
  const text = '# Verdict\n\nRedis is fast. **Redis** keeps the Sessions of our café. It ends here.'
  const found = sentenceWith(text, 'session redis cafe')
  expect(found?.text).toBe('Redis keeps the Sessions of our café.')
  expect(marked(found)).toEqual(['Redis', 'Sessions', 'café'])
})

test.each([
  ['no word matches', 'Redis.', 'zebra'],
  ['the query is empty', 'Redis.', ' "* '],
  ['the text is empty', '', 'redis'],
])('nothing is found if %s', (_, text, query) => {
  expect(sentenceWith(text, query)).toBeNull()
})

test('a long sentence is cut around the first match, at word boundaries, and marks stay in place', () => {
  const found = sentenceWith(`${'before '.repeat(60)}needle ${'after '.repeat(60)}needle`, 'needle')
  expect(found?.text).toMatch(/^…before .*needle.*…$/u)
  expect(found?.text.length).toBeLessThan(170)
  expect(marked(found)).toEqual(['needle'])
})

test('hostile text becomes one clean line, and a million repeated characters take no time', () => {
  const found = sentenceWith('a \u001b[31mneedle\u001b]0;x\u0007 \u202e<script>alert(1)</script>', 'needle')
  expect(found?.text).toBe('a needle <script>alert(1)</script>')
  expect(marked(found)).toEqual(['needle'])
  for (const row of ['.'.repeat(1_000_000), '#'.repeat(1_000_000), '*'.repeat(1_000_000), 'x'.repeat(1_000_000)])
    expect(sentenceWith(row, 'needle')).toBeNull()
})
