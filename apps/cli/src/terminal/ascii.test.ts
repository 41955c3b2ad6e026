import { expect, test } from 'vitest'
import { asAscii, lacksUnicode } from './ascii.ts'
import { widthOf } from './width.ts'

test.each([
  ['✓ Done · 2 : 1', 'v Done - 2 : 1'],
  [' A  Keep  2 │─── 🏛️ Ada 80', ' A  Keep  2 |---    Ada 80'],
  ['   ↳ Ada: “It’s so…”', '   > Ada: "It\'s so~"'],
  ['plain text', 'plain text'],
  ['⠋ 作家 naïve', '* 作家 naïve'],
])('%j is shown as %j in as many columns', (text, shown) => {
  expect(asAscii(text)).toBe(shown)
  expect(widthOf(asAscii(text))).toBe(widthOf(text))
})

test('escape sequences stay as they are', () => {
  expect(asAscii('\u001b[32m✓\u001b[39m')).toBe('\u001b[32mv\u001b[39m')
})

test.each([
  [{}, false],
  [{ LANG: '' }, false],
  [{ LANG: 'de_DE.UTF-8' }, false],
  [{ LANG: 'en_US.utf8' }, false],
  [{ LANG: 'C' }, true],
  [{ LANG: 'de_DE@euro' }, true],
  [{ LC_ALL: 'POSIX', LANG: 'en_US.UTF-8' }, true],
  [{ LC_CTYPE: 'C.UTF-8', LANG: 'C' }, false],
])('with the locale %j, a terminal lacks Unicode: %s', (locale, lacks) => {
  expect(lacksUnicode(locale)).toBe(lacks)
})
