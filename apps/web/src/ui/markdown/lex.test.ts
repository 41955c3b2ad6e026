import type { Token } from 'marked'
import { describe, expect, test } from 'vitest'
import { lex } from './lex.ts'

const inline = (text: string): readonly Token[] => {
  const [block] = lex(text)
  return block && 'tokens' in block ? (block.tokens ?? []) : []
}
const depthOf = (tokens: readonly Token[]): number =>
  Math.max(0, ...tokens.map((token) => ('tokens' in token && token.tokens ? 1 + depthOf(token.tokens) : 1)))

describe('Markdown', () => {
  test('keeps the formatting in a long paragraph, except marks that span pages', () => {
    const bold = inline('Some words before **what matters** and after. '.repeat(200)).filter(
      ({ type }) => type === 'strong',
    )
    expect(bold.length).toBeGreaterThan(180)
  })

  test('keeps the whole text, even in pieces', () => {
    const text = `${'word '.repeat(900)}\nand **more** ${'x'.repeat(3_000)}`
    expect(
      inline(text)
        .map(({ raw }) => raw)
        .join(''),
    ).toBe(text)
  })

  test.each(['**_a', '_a', '__a__b', '**a', '~a~~b'])('treats a text made of %s as plain text', (marks) => {
    expect(inline(marks.repeat(5_000)).every(({ type }) => type === 'text')).toBe(true)
  })

  test('is not parsed deeper than people nest', () => {
    const words = Array.from({ length: 30 }, (_, index) => (index % 2 ? '**some words' : '_and more words')).join(' ')
    const ends = Array.from({ length: 30 }, (_, index) => (index % 2 ? 'end_' : 'end**')).join(' ')
    expect(depthOf(inline(`${words} ${ends}`))).toBeLessThanOrEqual(7)
  })

  test('reads a formula within a line, whatever marks are in it', () => {
    const [, first, , second] = inline('Where $t_a*b*c$ is the time and $\\frac{1}{2}$ the rate.')
    expect([first, second]).toMatchObject([
      { type: 'formula', text: 't_a*b*c' },
      { type: 'formula', text: '\\frac{1}{2}' },
    ])
  })

  test.each(['It costs $5 and $10.', '$5-$10', 'from $HOME to $PATH', '$HOME:$PATH', 'US$5 or $6', '$ x $', '`$x$`'])(
    'takes no formula out of %j',
    (text) => {
      expect(inline(text).filter(({ type }) => type === 'formula')).toEqual([])
    },
  )

  test('reads footnotes and their marks', () => {
    const blocks = lex('As measured.[^1]\n\n[^1]: In **May**, see https://example.com\n[^b]: https://example.org\n')
    expect(
      blocks.filter(({ type }) => type !== 'space').map((token) => [token.type, 'text' in token && token.text]),
    ).toEqual([
      ['paragraph', 'As measured.[^1]'],
      ['footnote', '1'],
      ['footnote', 'b'],
    ])
    expect(inline('As measured.[^1]').at(-1)).toMatchObject({ type: 'footnoteMark', text: '1' })
  })

  test('keeps short marks side by side', () => {
    expect(inline('**a** _b_ ~~c~~').map(({ type }) => type)).toEqual(['strong', 'text', 'em', 'text', 'del'])
  })
})
