import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf } from '@convene/testkit'
import fc from 'fast-check'
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
    ['[open', '[open', false],
    ['[^b]', 'a', true],
    ['[[:alpha:]]', 'a', true],
    ['[]]', ']', true],
    ['\ufeff*.log', 'a.log', true],
    ['a\\ ', 'a ', true],
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

  test('that excludes everything in a folder can re-include a file in it', () => {
    const files = [parseIgnore('', 'build/**\n!build/keep.txt')]
    expect(isIgnored(files, 'build', true)).toBe(false)
    expect(isIgnored(files, 'build/keep.txt', false)).toBe(false)
    expect(isIgnored(files, 'build/other.txt', false)).toBe(true)
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

  test('that is hostile does not stop the rules next to it', () => {
    const hostile = [`${'**/a*/'.repeat(30)}b`, `${'x'.repeat(100_000)}`, '\\', '[', '!', '/'].join('\n')
    const files = [parseIgnore('', `${hostile}\n*.log`)]
    expect(isIgnored(files, `${'a/'.repeat(100)}c`, false)).toBe(false)
    expect(isIgnored(files, 'debug.log', false)).toBe(true)
  })

  test('stops counting once many slow patterns have used up the time', () => {
    const slow = Array.from({ length: 500 }, (_, index) => `${'**/*a*a*a*/'.repeat(3)}${index}`).join('\n')
    const files = [parseIgnore('', slow)]
    const before = process.cpuUsage()
    for (let index = 0; index < 2_000; index++)
      isIgnored(files, `${`${'a'.repeat(100)}/`.repeat(12)}${index}.txt`, false)
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(20_000)
  })

  test.each(['/etc/passwd', './a', '../a', '..', '', '//'])('does not fail on the odd path %j', (path) => {
    expect(isIgnored([parseIgnore('', '*')], path, false)).toBeTypeOf('boolean')
  })
})

test('a .gitignore means the same as to git', () => {
  const root = folderOf()
  execFileSync('git', ['init', '-q'], { cwd: root })
  const names = ['a', 'b', 'ab', 'a.b', '#a', '!a', 'a b', 'a]', '-', 'B']
  const paths = [...names.flatMap((one) => [one, ...names.map((other) => `${one}/${other}`)]), 'a/b/ab', 'a/a/a/a']
  const piece = fc.constantFrom(
    ...'a b * ? ** / / [ab] [!a] [^b] [a-z] . \\# \\! ! # \\a []] [[:alpha:]] **/ /** \\*'.split(' '),
  )
  const pattern = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(fc.array(pattern, { minLength: 1, maxLength: 3 }), (lines) => {
      const text = lines.join('\n')
      writeFileSync(join(root, '.gitignore'), `${text}\n`)
      const git = spawnSync('git', ['check-ignore', '--no-index', '-z', '--stdin'], {
        cwd: root,
        input: paths.join('\0'),
      })
      const files = [parseIgnore('', text)]
      expect(paths.filter((path) => isIgnored(files, path, false))).toEqual(
        git.stdout.toString().split('\0').slice(0, -1),
      )
    }),
    { numRuns: 60, seed: 11 },
  )
})

test('a path of 900 folders is not matched: with three stars it would take minutes', () => {
  const files = [parseIgnore('', '**/a/**/a/**/b')]
  const path = Array.from({ length: 900 }, () => 'a').join('/')
  expect(isIgnored(files, path, true)).toBe(false)
  expect(files[0]?.spentMs).toBe(0)
})
