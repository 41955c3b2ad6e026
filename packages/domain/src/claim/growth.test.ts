import { squaresOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { countsIn } from './output-counts.ts'
import { readClaims } from './read-claims.ts'
import { readCommandLine } from './read-command-line.ts'

const readers: { readonly [name: string]: (text: string) => unknown } = {
  'a report': readClaims,
  'a report on commands': (text) => readClaims(`I ran ${text}`),
  'a report on tests': (text) => readClaims(`All tests ${text} pass`),
  'a report on files': (text) => readClaims(`I wrote ${text}`),
  'a report on a page': (text) => readClaims(`The page ${text}`),
  'a command line': (text) => readCommandLine(text, { ok: true, output: '' }),
  'a command line of a test': (text) => readCommandLine(`npm test ${text}`, { ok: true, output: '' }),
  'a command line of a container': (text) => readCommandLine(`docker exec ${text}`, { ok: true, output: '' }),
  'a command line of git': (text) => readCommandLine(`git -c ${text}`, { ok: true, output: '' }),
  'a command line of make': (text) => readCommandLine(`make ${text}`, { ok: true, output: '' }),
}

describe('what agents report and run is read in linear time', () => {
  test.each(Object.entries(readers))('%s', (_name, read) => expect(squaresOf(read, 6_000)).toEqual([]))
  test('the output of a test run', () => expect(squaresOf(countsIn, 6_000)).toEqual([]))
  test('the output of a command', () => {
    expect(squaresOf((output) => readCommandLine('npm test', { ok: true, output }), 6_000)).toEqual([])
  })
})
