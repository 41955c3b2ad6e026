import { describe, expect, test } from 'vitest'
import { standingOf } from './standing.ts'

describe('a panelist’s position', () => {
  test('is read from the last lines and split from the message', () => {
    expect(standingOf('Two reasons.\n\nPOSITION: Postgres\n**CONFIDENCE:** 70\n')).toEqual({
      said: 'Two reasons.',
      lines: [
        { name: 'position', value: 'Postgres' },
        { name: 'confidence', value: '70' },
      ],
    })
  })

  test('is absent if the text does not end with position lines, and the text is unchanged', () => {
    const text = 'POSITION: this is quoted.\n\nAnd the text continues.  '
    expect(standingOf(text)).toEqual({ said: text, lines: [] })
  })

  test('may be the whole message', () => {
    expect(standingOf('VOTE: Redis\nREASON: it is there')).toEqual({
      said: '',
      lines: [
        { name: 'vote', value: 'Redis' },
        { name: 'reason', value: 'it is there' },
      ],
    })
  })

  test('skips lines without a value', () => {
    expect(standingOf('Words.\nPOSITION: Redis\nCHANGED:')).toEqual({
      said: 'Words.',
      lines: [{ name: 'position', value: 'Redis' }],
    })
  })
})
