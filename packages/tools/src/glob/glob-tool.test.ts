import { globMatcher, parseGlob } from '@convene/platform'
import { describe, expect, test } from 'vitest'
import { workspaceWith } from '../file-tools.fixture.ts'
import { globsOf, nameFilter } from '../ripgrep/name-filter.ts'

const paths = [
  ...['p', 'p1', 'p10', 'p1x', 'px', 'q1', 'P1', 'p1.d', '.p1', 'pp1'].flatMap((folder) => [
    `${folder}/a.ts`,
    `${folder}/src/b.ts`,
    `${folder}/src/deep/c.md`,
  ]),
  ...['src/app/main.ts', 'src/apple/main.ts', 'src/ap/main.ts', 'srcs/app/main.ts', 'sr/app/main.ts', 'a.ts', 'p1.ts'],
  'with blank/a.ts',
  'a-b/a.ts',
]

const patterns = [
  'p1*/**/*.ts',
  'p1/**',
  'p1/*.ts',
  'p?/*.ts',
  'src/app/*.ts',
  'src/app*/main.ts',
  'src/**/main.ts',
  'src/app/main.ts',
  '{p1,p10}/src/*.ts',
  '{p1,q1}/**/*.ts',
  './p1/**/*.ts',
  '.p1/**',
  '*/a.ts',
  'p[1x]/*.ts',
  'with blank/*',
  'a-b/*',
  '**/src/*.ts',
  'p1*',
  'src/',
  'src//app/*.ts',
]

describe('a pattern that starts with folders', () => {
  test.each(patterns)('%s finds what it matches, and nothing else', async (pattern) => {
    const bench = workspaceWith(Object.fromEntries(paths.map((path) => [path, 'x'])))
    const { output } = await bench.call('glob', { pattern })
    const choices = globsOf(pattern.replace(/^\.?\//, ''))
    const matchers = choices.map((choice) => globMatcher(parseGlob(choice.includes('/') ? choice : `**/${choice}`)))
    const expected = paths.filter((path) => matchers.some((matches) => matches(path))).sort()
    expect(output.split('\n')).toEqual(expected.length > 0 ? expected : ['No file matches the pattern.'])
  })

  test('does not bring back files excluded by .gitignore', async () => {
    const bench = workspaceWith({ '.gitignore': 'dist/\n', 'dist/a.js': 'x', 'src/a.js': 'x' })
    expect((await bench.call('glob', { pattern: 'dist/**/*.js' })).output).toBe('No file matches the pattern.')
  })

  test('skips everything else, so searching part of a large tree is cheap', () => {
    const { arguments: narrowed } = nameFilter('src/app*/**/*.ts')
    expect(narrowed).toEqual(expect.arrayContaining(['!/[!s]*', '!/src?*', '!/src/[!a]*', '!/src/ap[!p]*']))
    expect(nameFilter('**/*.ts').arguments.some((argument) => argument.startsWith('!'))).toBe(false)
  })
})
