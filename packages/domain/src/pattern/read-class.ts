import { literal, namedTests, not, range } from './character-test.ts'
import { escapedCharacter } from './escaped-character.ts'
import type { Reader } from './reader.ts'
import { BadPattern, type Test } from './syntax.ts'

/** A class such as `[^a-z\d]`, after its bracket. A leading `]` is literal. */
export function readClass(reader: Reader): Test {
  const negated = reader.take('^')
  const tests: Test[] = []
  do {
    if (reader.isAtEnd()) throw new BadPattern('unclosed [')
    tests.push(item(reader))
  } while (!reader.take(']'))
  const any: Test = (character) => tests.some((test) => test(character))
  return negated ? not(any) : any
}

function item(reader: Reader): Test {
  const posix = reader.match(/\[:(\^?)([a-z]+):\]/y)
  if (posix) return posixClass(posix[2] ?? '', posix[1] === '^')
  const from = bound(reader)
  if (typeof from === 'function' || !reader.sees('-')) return typeof from === 'function' ? from : literal(from)
  if (!reader.match(/-(?!\])/y)) return literal(from)
  const to = bound(reader)
  if (typeof to === 'function') throw new BadPattern('a range ends in a class')
  return range(from, to)
}

function posixClass(name: string, negated: boolean): Test {
  const test = namedTests[name]
  if (!test) throw new BadPattern(`unknown class [:${name}:]`)
  return negated ? not(test) : test
}

/** One end of a range: a character, or a class, which is not allowed there. */
function bound(reader: Reader): string | Test {
  const code = reader.match(/\\x\{([0-9A-Fa-f]{1,6})\}|\\x([0-9A-Fa-f]{2})/y)
  if (code) return String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(code[1] ?? code[2] ?? '0', 16)))
  const control = reader.match(/\\([fnrtv])/y)
  if (control) return { f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }[control[1] ?? ''] ?? ''
  const plain = reader.match(/\\([^0-9A-Za-z])/uy)
  if (plain) return plain[1] ?? ''
  return reader.take('\\') ? escapedCharacter(reader) : reader.next()
}
