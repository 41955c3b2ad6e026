import { describe, expect, test } from 'vitest'
import { editedLine, editLine, keysIn, lineText } from './edited-line.ts'

const typed = (start: string, sent: string) => {
  const line = keysIn(sent).reduce(editLine, editedLine(start))
  return { text: lineText(line), cursor: line.cursor }
}

describe('an input line', () => {
  test.each([
    ['', 'ab', 'ab', 2],
    ['ab', '\u007f', 'a', 1],
    ['ab', '\u001b[D\u001b[Dx', 'xab', 1],
    ['ab', '\u001b[D\u001b[D\u001b[D\u007f', 'ab', 0],
    ['ab', '\u0001\u001b[3~', 'b', 0],
    ['ab', '\u001b[Hx\u001b[Fy', 'xaby', 4],
    ['abc', '\u001b[D\u0015', 'c', 0],
    ['', '👩‍👩‍👧é', '👩‍👩‍👧é', 2],
  ])('%j and the keys %j give %j', (start, sent, text, cursor) => {
    expect(typed(start, sent)).toEqual({ text, cursor })
  })

  test('ignores control characters and text-direction marks', () => {
    expect(typed('', 'a\u0000b\u0007\u202ec\td\u009b').text).toBe('abc d')
  })

  test('ignores an unknown escape sequence entirely', () => {
    expect(typed('', 'a\u001b[200~b\u001bOPc').text).toBe('abc')
  })
})
