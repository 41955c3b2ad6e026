import { describe, expect, test } from 'vitest'
import { endOfLines, linesTo } from './diff-lines.ts'

const fileOf = (name: string): string =>
  `diff --git a/${name} b/${name}\nindex 1234567..89abcde 100644\n--- a/${name}\n+++ b/${name}\n@@ -1,2 +1,2 @@\n-old\n+new\n \n`

describe('the lines of a diff', () => {
  test('are the same as in the whole diff, wherever the portions end', () => {
    const text = fileOf('one').repeat(6)
    const all = linesTo(text, text.length)
    expect(all).toHaveLength(36 - 1)
    for (let count = 8; count < 48; count += 1) {
      const lines = linesTo(text, endOfLines(text, count))
      expect(lines).toEqual(all.slice(0, lines.length))
    }
  })

  test('end at the last line, with or without a line break', () => {
    for (const text of ['+a\n+b\n+c\n', '+a\n+b\n+c']) {
      expect(endOfLines(text, 3)).toBe(text.length)
      expect(endOfLines(text, 400)).toBe(text.length)
      expect(linesTo(text, endOfLines(text, 2))).toEqual(['+a', '+b'])
    }
  })

  test('grow with each portion, even in a text of headers only', () => {
    const text = 'diff --git a/x b/x\n'.repeat(2_000)
    expect(endOfLines(text, 800)).toBeGreaterThan(endOfLines(text, 400))
    expect(endOfLines(text, 2_000)).toBe(text.length)
  })

  test('show characters that would hide or reorder text as codes', () => {
    expect(linesTo('+a\u202eb\n', 5)).toEqual([String.raw`+a\u{202e}b`])
  })
})
