import { describe, expect, test } from 'vitest'
import { compilePattern } from './compile-pattern.ts'
import { matchesPattern } from './match-pattern.ts'

const found = (source: string, text: string): boolean => {
  const compiled = compilePattern(source)
  if (!compiled.ok) throw new Error(compiled.refusal.message)
  return matchesPattern(compiled.value, text)
}
const why = (source: string): string => {
  const compiled = compilePattern(source)
  return compiled.ok ? 'accepted' : compiled.refusal.message
}

describe('a pattern', () => {
  test.each([
    ['secret', 'the SECRET plan', true],
    ['^secret', 'the secret plan', false],
    ['\\bpass(word|phrase)?\\b', 'no passphrases here', false],
    ['\\bpass(word|phrase)?\\b', 'a Passphrase here', true],
    ['a{2,3}b', 'ab aab', true],
    ['^a{2,3}b$', 'aaaab', false],
    ['[^a-c]x', 'ax bx', false],
    ['[]x]y', ']y', true],
    ['[a\\-z]q', '-q', true],
    ['[[:digit:]]+€', 'costs 12€', true],
    ['\\p{Greek}', 'alpha α', true],
    ['\\PL', 'abc', false],
    ['(?s)a.b', 'a\nb', true],
    ['a.b', 'a\nb', false],
    ['(?m)^b$', 'a\nb\nc', true],
    ['\\Qa.b\\E', 'a.b', true],
    ['\\Qa.b\\E', 'axb', false],
    ['(?P<year>\\d{4})', 'in 2026', true],
    ['\\x{1F600}', 'fun 😀', true],
    ['\\Aend\\z', 'end', true],
    ['(a|b|)c', 'c', true],
    ['x*', '', true],
  ])('%s in %j: %s', (source, text, expected) => expect(found(source, text)).toBe(expected))

  test.each([
    ['(?=a)b', 'lookaround'],
    ['(?<!a)b', 'lookaround'],
    ['(a)\\1', 'backreferences'],
    ['(?>a)', 'a lookaround, a backreference or a comment'],
    ['a**', 'a repetition is repeated'],
    ['*a', 'nothing to repeat'],
    ['a{1001}', 'more than 1000 times'],
    ['(a', 'unclosed ('],
    ['a)', 'unmatched )'],
    ['[a', 'unclosed ['],
    ['[z-a]', 'is the wrong way round'],
    ['\\y', '\\y means nothing'],
    ['\\p{Elvish}', 'no Unicode class Elvish'],
    ['((a{1000}){1000}){1000}', 'too large'],
  ])('refuses %s and names what is wrong', (source, reason) => expect(why(source)).toContain(reason))

  test('with catastrophic backtracking elsewhere is matched quickly', () => {
    expect(found('(a*)*(a*)*b$', 'a'.repeat(20_000))).toBe(false)
    expect(found('(a|aa)+$', `${'a'.repeat(20_000)}!`)).toBe(false)
  })
})

/** Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

describe('compared with native regular expressions, where the syntax is the same', () => {
  test('3,000 random patterns agree on random texts', () => {
    const random = randomFrom(7)
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
    const draw = (depth: number): string => {
      const way = depth > 3 ? 0 : Math.floor(random() * 8)
      if (way <= 2)
        return pick(['a', 'b', 'c', '.', '\\d', '\\w', '[ab]', '[^a]', '\\bA', '^', '$', '1', '\\B', '[a-c1]'])
      if (way === 3) return `(?:${draw(depth + 1)}|${draw(depth + 1)})`
      if (way === 4) return `(${draw(depth + 1)})${pick(['*', '+', '?', '{1,2}', '{2}', '*?', '{0,3}?', '{2,}'])}`
      return draw(depth + 1) + draw(depth + 1)
    }
    for (let round = 0; round < 3_000; round++) {
      const source = draw(0)
      const text = Array.from({ length: Math.floor(random() * 9) }, () =>
        pick(['a', 'b', 'c', 'A', '1', ' ', '\n', '-']),
      ).join('')
      expect(`${source} in ${JSON.stringify(text)}: ${found(source, text)}`).toBe(
        `${source} in ${JSON.stringify(text)}: ${new RegExp(source, 'i').test(text)}`,
      )
    }
  })
})
