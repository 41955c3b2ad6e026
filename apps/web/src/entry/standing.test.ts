import { describe, expect, test } from 'vitest'
import { standingOf } from './standing.ts'

describe('where a panelist stands', () => {
  test('is read off the lines at the end, and the rest is what was said', () => {
    expect(standingOf('Two reasons.\n\nPOSITION: Postgres\n**CONFIDENCE:** 70\n')).toEqual({
      said: 'Two reasons.',
      lines: [
        { name: 'position', value: 'Postgres' },
        { name: 'confidence', value: '70' },
      ],
    })
  })

  test('is nowhere where no such line ends the text: nothing is taken from it', () => {
    const text = 'POSITION: this is quoted.\n\nAnd the text goes on.  '
    expect(standingOf(text)).toEqual({ said: text, lines: [] })
  })

  test('may be all that was said', () => {
    expect(standingOf('VOTE: Redis\nREASON: it is there')).toEqual({
      said: '',
      lines: [
        { name: 'vote', value: 'Redis' },
        { name: 'reason', value: 'it is there' },
      ],
    })
  })

  test('a line without a value is not shown as one', () => {
    expect(standingOf('Words.\nPOSITION: Redis\nCHANGED:')).toEqual({
      said: 'Words.',
      lines: [{ name: 'position', value: 'Redis' }],
    })
  })
})
