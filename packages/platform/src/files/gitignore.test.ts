import { describe, expect, test } from 'vitest'
import { isIgnored, parseIgnore } from './gitignore.ts'

const ignores = (pattern: string, path: string, isFolder = false): boolean =>
  isIgnored([parseIgnore('', pattern)], path, isFolder)

describe('a .gitignore pattern', () => {
  test.each([
    ['*.log', 'debug.log', true],
    ['*.log', 'deep/down/debug.log', true],
    ['*.log', 'debug.logs', false],
    ['/only-here.txt', 'only-here.txt', true],
    ['/only-here.txt', 'sub/only-here.txt', false],
    ['docs/*.md', 'docs/a.md', true],
    ['docs/*.md', 'docs/deep/a.md', false],
    ['docs/**/a.md', 'docs/deep/er/a.md', true],
    ['**/generated', 'a/b/generated', true],
    ['out/**', 'out/a/b.ts', true],
    ['file?.ts', 'file1.ts', true],
    ['file[0-3].ts', 'file2.ts', true],
    ['file[!0-3].ts', 'file2.ts', false],
    ['a+b(c).txt', 'a+b(c).txt', true],
    ['\\#not-a-comment', '#not-a-comment', true],
    ['# comment', '# comment', false],
    ['', 'anything', false],
    ['[z-a]', 'a', false],
    ['[open', '[open', true],
    ['**', 'a/b', true],
    ['a/**/', 'a/b', false],
  ])('%j on %j is %j', (pattern, path, expected) => {
    expect(ignores(pattern, path)).toBe(expected)
  })

  test('with a trailing slash matches folders only', () => {
    expect(ignores('cache/', 'cache', true)).toBe(true)
    expect(ignores('cache/', 'cache', false)).toBe(false)
  })

  test('with an exclamation mark includes a file again, and the last match wins', () => {
    expect(ignores('*.md\n!README.md', 'README.md')).toBe(false)
    expect(ignores('!README.md\n*.md', 'README.md')).toBe(true)
  })

  test('in a deeper file overrides one above it', () => {
    const files = [parseIgnore('', '*.gen'), parseIgnore('packages/a', '!keep.gen')]
    expect(isIgnored(files, 'packages/a/keep.gen', false)).toBe(false)
    expect(isIgnored(files, 'packages/a/drop.gen', false)).toBe(true)
  })

  test('that would backtrack forever finishes', () => {
    expect(ignores(`${'**/'.repeat(40)}x${'*'.repeat(70)}`, `${'a/'.repeat(60)}b`)).toBe(false)
    expect(ignores(`${'*a'.repeat(90)}b`, 'a'.repeat(250))).toBe(false)
  })
})
