import { literal, shorthands, unicodeClass } from './character-test.ts'
import type { Reader } from './reader.ts'
import { BadPattern, type Test } from './syntax.ts'

const controls: { readonly [letter: string]: string } = {
  a: '\u0007',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** One escaped character, or a class of them: also valid inside a class. */
export function escapedCharacter(reader: Reader): Test {
  const unicode = reader.match(/([pP])(?:\{(\^?)([A-Za-z_]+)\}|([A-Z]))/y)
  if (unicode) return unicodeClass(unicode[3] ?? unicode[4] ?? '', (unicode[1] === 'P') !== (unicode[2] === '^'))
  const code = reader.match(/x(?:\{([0-9A-Fa-f]{1,6})\}|([0-9A-Fa-f]{2}))|0([0-7]{0,2})/y)
  if (code) return literal(fromCode(code))
  const letter = reader.next()
  const shorthand = shorthands[letter]
  if (shorthand) return shorthand
  const control = controls[letter]
  if (control !== undefined) return literal(control)
  if (/[0-9A-Za-z]/.test(letter) || letter === '') throw new BadPattern(`\\${letter} means nothing in RE2`)
  return literal(letter)
}

function fromCode(found: RegExpExecArray): string {
  const octal = found[3]
  const code = octal === undefined ? Number.parseInt(found[1] ?? found[2] ?? '0', 16) : Number.parseInt(octal || '0', 8)
  if (code > 0x10ffff) throw new BadPattern('a character code is too large')
  return String.fromCodePoint(code)
}
