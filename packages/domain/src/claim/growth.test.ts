import { squaresOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { commandKindOf } from './command-kind.ts'
import { readClaims } from './read-claims.ts'
import { fakesIn, readCommandLine } from './read-command-line.ts'
import { bareWords } from './wrappers.ts'

const ended = { ok: true, exit: 0, output: '' }

const readers: { readonly [name: string]: (text: string) => unknown } = {
  'a report': readClaims,
  'a report on commands': (text) => readClaims(`I ran ${text}`),
  'a report on tests': (text) => readClaims(`All tests ${text} pass`),
  'a report on files': (text) => readClaims(`I wrote ${text}`),
  'a report on a page': (text) => readClaims(`The page ${text}`),
  'a command line': (text) => readCommandLine(text, ended),
  'a command line of a test': (text) => readCommandLine(`npm test ${text}`, ended),
  'a command line of a container': (text) => readCommandLine(`docker exec ${text}`, ended),
  'a command line of git': (text) => readCommandLine(`git -c ${text}`, ended),
  'a command line of make': (text) => readCommandLine(`make ${text}`, ended),
  'the output of a command': (text) => readCommandLine('npm test', { ok: true, output: text }),
  'a line that prints': fakesIn,
}

describe('what agents report and run is read in linear time', () => {
  test.each(Object.entries(readers))('%s', (_name, read) => expect(squaresOf(read, 6_000)).toEqual([]))
})

const programs = ['npm', 'npm run', 'make', 'node', 'docker compose exec', 'go test', 'env', 'timeout', 'git', 'x']
const options = ['--a', '-a', '--a=b', '--a b', '-- ', 'A=1', '--silent', 'test', 'a/test', 'test:', '-C a']

test.each(programs)('%s may have thousands of options', (program) => {
  for (const option of options) {
    const words = `${program} ${`${option} `.repeat(3_000)}x`.split(' ')
    expect(['opaque', 'prints', 'tests', 'build', 'moves']).toContain(commandKindOf(bareWords(words)))
  }
})

const pieces = [
  'all 12 tests ',
  'I ran and ran ',
  'I ran `npm --a --a --a x` ',
  '`a` ',
  '**',
  '| ',
  '((((',
  'tests, tests and ',
  '"',
  "'a ",
  'created ',
  'I created a.ts, b.ts and ',
  'the page now ',
  'ran the the the ',
  '[](',
  '<a',
  '.a.b',
  'src/a.ts, ',
  '12/12 ',
  '12 of 12 tests ',
  ' \t',
  ': - ',
  'we have also then just now ',
]
const TOTAL = 60_000
const sentences = (piece: string, length: number): string =>
  `${piece
    .repeat(Math.ceil(length / piece.length))
    .slice(0, length)
    .trim()}.\n\n`.repeat(TOTAL / length)

function timeOf(text: string): number {
  readClaims(text)
  const { user } = process.threadCpuUsage()
  readClaims(text)
  return process.threadCpuUsage().user - user
}

test.each(pieces)('long sentences of %j cost little more than short ones', (piece) => {
  const [short, long] = [sentences(piece, 60), sentences(piece, 480)]
  const isSlow = () => timeOf(long) > 8 * Math.max(15_000, timeOf(short))
  expect(isSlow() && isSlow()).toBe(false)
})
