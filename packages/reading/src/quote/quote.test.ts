import { describe, expect, test } from 'vitest'
import { plainQuote, quotedSentences, quoteFor } from './quote.ts'

const message = `## My view

Redis answers fast. Litestream copies every commit to object storage within seconds; restoring took 40 s in the drill.

| a | b |
| --- | --- |

\`\`\`sql
create table copies;
\`\`\`

POSITION: Stay on SQLite
CONFIDENCE: 72`

describe('a quote', () => {
  test('is the sentence that shares the most with the claim', () => {
    expect(quoteFor(message, 'Continuous copies to object storage remove the backup risk [m8]')).toBe(
      'Litestream copies every commit to object storage within seconds; restoring took 40 s in the drill.',
    )
  })

  test('is the first sentence if the claim shares nothing, and never a heading, table, code or position line', () => {
    expect(quoteFor(message, 'Unrelated.')).toBe('Redis answers fast.')
    expect(quotedSentences(message).join(' ')).not.toMatch(/My view|create table|\|/u)
    expect(quoteFor(message, 'position confidence stay 72')).not.toContain('CONFIDENCE')
  })

  test('is empty for an empty message, and bounded for a long one', () => {
    expect(quoteFor('', 'anything')).toBe('')
    expect(quoteFor(`${'word '.repeat(50_000)}.`, 'word').length).toBeLessThanOrEqual(280)
  })

  test('is fast even for text crafted to be slow', () => {
    const marks = ['*', '[', '`', '> ', '- ', '[m1, ', '```\n'].map((mark) => mark.repeat(20_000))
    for (const text of marks) expect(quoteFor(text, text).length).toBeLessThanOrEqual(280)
  })
})

test('plain text has no marks, citations or link targets', () => {
  expect(plainQuote('- **Add** [an index](https://x.example) on `placed_at` [m5, m6]')).toBe(
    'Add an index on placed_at',
  )
})
