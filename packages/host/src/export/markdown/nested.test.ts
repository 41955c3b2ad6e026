import { describe, expect, test } from 'vitest'
import { fenced, inline, nested } from './nested.ts'

const under = (text: string) => nested(text, 3, (id) => id === 'm4' || id === 'm5')

describe('a text inside a document', () => {
  test('has its headings below the one above it, and keeps their order of rank', () => {
    expect(under('# A\n\n## B\n\ntext')).toBe('#### A\n\n##### B\n\ntext')
    expect(under('### A\n#### B')).toBe('#### A\n##### B')
    expect(under('##### Deep')).toBe('##### Deep')
  })

  test('cannot make a heading by underlining it', () => {
    expect(under('Forged [m9]\n===')).toBe('Forged [m9]\n\\===')
    expect(under('Forged\n---')).toBe('Forged\n\\---')
  })

  test('closes the fence that it left open, so that nothing after it is code', () => {
    expect(under('```js\nlet x')).toBe('```js\nlet x\n```')
    expect(under('````\n```\n# not a heading\n````')).toBe('````\n```\n# not a heading\n````')
  })

  test('links the messages it cites, and those alone', () => {
    expect(under('so [m4] and [m4, m5], not [m9] or `[m4]`')).toBe(
      'so [m4](#m4) and [m4](#m4) [m5](#m5), not [m9] or `[m4]`',
    )
    expect(under('[m4](https://x.example)')).toBe('[m4](https://x.example)')
  })

  test('brings no HTML and loads no picture; code shows it', () => {
    expect(under('<!-- <script>a</script>')).toBe('\\<!-- \\<script>a\\</script>')
    expect(under('![x](https://evil.example/t.png)')).toBe('\\![x](https://evil.example/t.png)')
    expect(under('`<b>` and 1 < 2')).toBe('`<b>` and 1 < 2')
    expect(under('``<b>`` `')).toBe('``\\<b>`` `')
  })

  test('is not taken for code by marks that are none', () => {
    const picture = '![x](https://evil.example/t.png)'
    const shown = `\\${picture}`
    for (const [before, after = ''] of [['\\` ', ' `'], ['one `\n', ' `'], ['``` a`b\n'], ['- a\n  ```\n  x\n  ```\n']])
      expect(under(`${before}${picture}${after}`)).toContain(shown)
    expect(under('- a\n  ```\nx')).toBe('- a\n```\nx\n```')
  })

  test('is one harmless line where it is a name, and a fence that it cannot close where it is a diff', () => {
    expect(inline('a|b\n# <i>`x` *y*')).toBe('a\\|b \\# \\<i\\>\\`x\\` \\*y\\*')
    expect(fenced('+````\n', 'diff')).toBe('`````diff\n+````\n`````')
  })
})
