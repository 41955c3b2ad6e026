import { describe, expect, test } from 'vitest'
import { fencedMarkdown, inlineMarkdown, nested } from './nested.ts'

const under = (text: string) => nested(text, 3, (id) => id === 'm4' || id === 'm5')

describe('a text inside a document', () => {
  test('has its headings below the one above it, and keeps their relative levels', () => {
    expect(under('# A\n\n## B\n\ntext')).toBe('#### A\n\n##### B\n\ntext')
    expect(under('### A\n#### B')).toBe('#### A\n##### B')
    expect(under('##### Deep')).toBe('##### Deep')
  })

  test('cannot create a heading by underlining it', () => {
    expect(under('Forged [m9]\n===')).toBe('Forged [m9]\n\\===')
    expect(under('Forged\n---')).toBe('Forged\n\\---')
  })

  test('closes a fence that it left open, so nothing after it becomes code', () => {
    expect(under('```js\nlet x')).toBe('```js\nlet x\n```')
    expect(under('````\n```\n# not a heading\n````')).toBe('````\n```\n# not a heading\n````')
  })

  test('links the messages it cites, and nothing else', () => {
    expect(under('so [m4] and [m4, m5], not [m9] or `[m4]`')).toBe(
      'so [m4](#m4) and [m4](#m4) [m5](#m5), not [m9] or `[m4]`',
    )
    expect(under('[m4](https://x.example)')).toBe('[m4](https://x.example)')
  })

  test('contains no HTML and loads no picture, except as code', () => {
    expect(under('<!-- <script>a</script>')).toBe('\\<!-- \\<script>a\\</script>')
    expect(under('![x](https://evil.example/t.png)')).toBe('\\![x](https://evil.example/t.png)')
    expect(under('`<b>` and 1 < 2')).toBe('`<b>` and 1 < 2')
    expect(under('``<b>`` `')).toBe('``\\<b>`` `')
  })

  test('cannot undo the escape of HTML or a picture with a backslash', () => {
    expect(under('\\<script> \\\\<script>')).toBe('\\<script> \\\\\\<script>')
    expect(under('\\![x](https://evil.example/t.png)')).toBe('\\![x](https://evil.example/t.png)')
  })

  test('links to web pages, email addresses and files, and to nothing that runs', () => {
    for (const fine of ['[a](https://x.example)', '[a](mailto:a@x.example)', '[a](src/a.ts "A")', '[a]()', '[a]: b.md'])
      expect(under(fine)).toBe(fine)
    expect(under('[js](javascript:alert(1))')).toBe('[js\\](javascript:alert(1))')
    expect(under('[js](JaVa&#115;cript:x)')).toBe('[js\\](JaVa&#115;cript:x)')
    expect(under('[js]( \njavascript:x)')).toBe('[js\\]( \njavascript:x)')
    expect(under('[d](data:text/html,x) [f]: file:///etc/x')).toBe('[d\\](data:text/html,x) [f\\]: file:///etc/x')
    expect(under('[js]:\njavascript:x')).toBe('[js\\]:\njavascript:x')
  })

  test('is not mistaken for code because of unpaired marks', () => {
    const picture = '![x](https://evil.example/t.png)'
    const shown = `\\${picture}`
    for (const [before, after = ''] of [['\\` ', ' `'], ['one `\n', ' `'], ['``` a`b\n'], ['- a\n  ```\n  x\n  ```\n']])
      expect(under(`${before}${picture}${after}`)).toContain(shown)
    expect(under('- a\n  ```\nx')).toBe('- a\n```\nx\n```')
  })

  test('is one harmless line as a name, and cannot close its fence as a diff', () => {
    expect(inlineMarkdown('a|b\n# <i>`x` *y*')).toBe('a\\|b \\# \\<i\\>\\`x\\` \\*y\\*')
    expect(fencedMarkdown('+````\n', 'diff')).toBe('`````diff\n+````\n`````')
  })
})

test('a message that is cited twice in a row is linked once', () => {
  expect(nested('See [m4] [m4].', 0, () => true)).toBe('See [m4](#m4).')
})
