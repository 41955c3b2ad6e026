import { squaresOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { importsIn } from '../means/imports.ts'
import { reachesIn } from '../means/reaches.ts'
import { startedBy } from '../means/started-files.ts'
import { projectCommands } from './project-commands.ts'
import { passedTests, testCount } from './test-summary.ts'

const readers: { readonly [name: string]: (text: string) => unknown } = {
  'a source file': reachesIn,
  'a source file with tests inside': (text) => reachesIn(`#[test]${text}`),
  'a source file with many tests inside': (text) => reachesIn(text.replaceAll(/.{9}/gsu, '#[test] {')),
  'a source file with examples': (text) => reachesIn(`>>> 1\n/// \`\`\`\n${text}`),
  'a source file that ends': (text) => reachesIn(`exit${text}`),
  'a source file that compares': (text) => reachesIn(`def __eq__(${text}`),
  'a source file that spells a name': (text) => reachesIn(`'a${text}`),
  'what a script imports': (text) => importsIn('a.ts', `import ${text}`),
  'what a program of Python imports': (text) => importsIn('a.py', `from ${text}`),
  'what a program of PHP requires': (text) => importsIn('a.php', `require ${text}`),
  'what a runner is told to load': (text) => importsIn('vitest.config.ts', `setupFiles: [${text}`),
  'what a makefile includes': (text) => startedBy('make', new Map([['Makefile', `a:\n\tb\ninclude ${text}`]])),
  'what a command starts': (text) => startedBy(text, new Map()),
  'what a makefile starts': (text) => startedBy('make', new Map([['Makefile', text]])),
  'what a target starts': (text) => startedBy('make', new Map([['Makefile', `a:${text}`]])),
  'a source file that names the process': (text) => reachesIn(`process${text}`),
  'a source file that names the global object': (text) => reachesIn(`globalThis${text}`),
  'a source file that assigns': (text) => reachesIn(`x =${text}`),
  'a source file that assigns the global object': (text) => reachesIn(`x = globalThis${text}`),
  'the number of tests': testCount,
  'the number of tests behind its label': (text) => testCount(`Tests: ${text}`),
  'the number of passed tests': passedTests,
  'the number of passed tests behind its label': (text) => passedTests(`Tests: ${text}`),
  'a Makefile': (text) => projectCommands({ Makefile: `test${text}` }),
  'a file for coding agents': (text) => projectCommands({ 'AGENTS.md': `test \`npm ${text}` }),
  'a project of Python': (text) => projectCommands({ 'pyproject.toml': text }),
}

describe('what files and outputs say is read in linear time', () => {
  test.each(Object.entries(readers))('%s', (_name, read) => expect(squaresOf(read, 6_000)).toEqual([]))
})
