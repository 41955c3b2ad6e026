import { describe, expect, test } from 'vitest'
import { pad, shorten, shortenStart, widthOf } from './width.ts'
import { wrap, wrapParts } from './wrap.ts'

describe('width', () => {
  test.each([
    ['plain', 5],
    ['日本語', 6],
    ['한국어', 6],
    ['🎉', 2],
    ['👩‍👩‍👧', 2],
    ['🏛️', 2],
    ['🇨🇭', 2],
    ['é', 1],
    ['\u001b[1mbold\u001b[22m', 4],
    ['', 0],
  ])('%j takes %i cells', (text, width) => expect(widthOf(text)).toBe(width))

  test('shortened text fits and ends with an ellipsis', () => {
    expect(shorten('a long title', 6)).toBe('a lon…')
    expect(shortenStart('the last words', 6)).toBe('…words')
    expect(widthOf(shorten('日本語のタイトル', 7))).toBeLessThanOrEqual(7)
    expect(shorten('fits', 4)).toBe('fits')
    expect(pad('日本', 6)).toBe('日本  ')
  })
})

describe('wrap', () => {
  test.each([
    ['without width', '\u200b', 1],
    ['with a mark each', 'e\u0301', 6_250],
  ])('wraps a megabyte of characters %s in linear time', (_, character, rows) => {
    const text = character.repeat(500_000)
    const wrapped = wrap([{ text }], 80)
    expect(wrapped).toHaveLength(rows)
    expect(wrapped.join('')).toBe(text)
    expect(shorten(`${text}end`, 2)).toMatch(/…$/u)
  })

  test('breaks at spaces and drops them', () =>
    expect(wrap([{ text: 'one two three' }], 7)).toEqual(['one two', 'three']))

  test('breaks inside a word only if nothing else fits', () =>
    expect(wrap([{ text: 'a abcdefghij' }], 5)).toEqual(['a', 'abcde', 'fghij']))

  test('breaks next to wide characters, but no row begins with closing punctuation', () =>
    expect(wrap([{ text: '日本語です。次' }], 10)).toEqual(['日本語で', 'す。次']))

  test('no row begins with a full stop after a wide character', () =>
    expect(wrap([{ text: 'Led by 作家.' }], 11)).toEqual(['Led by 作', '家.']))

  test('keeps a word of several spans together', () => {
    const loud = (text: string) => text.toUpperCase()
    expect(wrap([{ text: 'so ' }, { text: 'bold', paint: loud }, { text: ', yes' }], 8)).toEqual(['so BOLD,', 'yes'])
  })

  test('rows after the first have their own margin', () =>
    expect(wrap([{ text: 'one two' }], 6, { first: '• ', rest: '  ' })).toEqual(['• one', '  two']))

  test('an empty text is one empty row', () => expect(wrap([{ text: '' }], 10)).toEqual(['']))

  test('no row is wider than asked, whatever the text', () => {
    const text = 'word 日本語 👩‍👩‍👧 averyveryverylongword, 。，mixed テキスト end '.repeat(5)
    for (let width = 4; width < 40; width++)
      for (const row of wrap([{ text }], width)) expect(widthOf(row)).toBeLessThanOrEqual(width)
  })
})

test.each([
  ['worked 38 s, waited 10 s', 22, ['worked 38 s, waited', '10 s']],
  ['it took 1 min 01 s in all', 14, ['it took', '1 min 01 s in', 'all']],
  ['about 1–2 min and 75 % sure', 12, ['about', '1–2 min and', '75 % sure']],
])('a value stays with its unit: %s', (text, width, rows) => {
  expect(wrap([{ text }], width)).toEqual(rows)
})

test('facts are broken between them, so that a number stays with its unit', () => {
  const facts = ['Done', '8 calls', '6.1k tokens', '7.9 s, waited 11 s']
  expect(wrapParts(facts, 24, { first: '✓ ', rest: '  ' }, (text) => text)).toEqual([
    '✓ Done · 8 calls ·',
    '  6.1k tokens ·',
    '  7.9 s, waited 11 s',
  ])
})
