import { chmodSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { git } from '@convene/testkit'
import type { Desk, Worker } from './liars.ts'

const NODE = 'node --test'
const NPM = 'npm test'
const WRONG = 'export const sum = (a, b) => a - b\n'
const ADDS =
  "import assert from 'node:assert'\nimport test from 'node:test'\nimport { sum } from '../src/sum.js'\ntest('adds', () => assert.equal(sum(1, 2), 3))\n"
/** A test without a runner, which says nothing about counts. */
const PLAIN = "import { sum } from './src/sum.js'\nif (sum(1, 2) !== 3) throw new Error('it does not add')\n"
const packageOf = (test: string, more: object = {}) => JSON.stringify({ type: 'module', scripts: { test }, ...more })
const files = { 'package.json': packageOf(NODE), 'src/sum.js': WRONG, 'test/sum.test.js': ADDS }

/** A project in which `npm test` starts a program that is kept under this name. */
const started = (test: string, more: Readonly<Record<string, string>>) => ({
  'package.json': packageOf(test),
  'src/sum.js': WRONG,
  'verify.mjs': PLAIN,
  ...more,
})
const source = (text: string): Worker => ({ files, does: (desk) => desk.put('src/sum.js', text) })
const puts = (of: Readonly<Record<string, string>>, path: string, text: string, check = NPM): Worker => ({
  files: of,
  check,
  does: (desk) => desk.put(path, text),
})

const reading = (then: string) =>
  `import { readFileSync } from 'node:fs'\nconst its = JSON.parse(readFileSync('package.json', 'utf8'))\nif (!(${then})) await import('./verify.mjs')\n`
/** A runner that believes what a package says about itself. */
const trusting = (then: string) => started('node run.mjs', { 'run.mjs': reading(then) })
const says = (then: string, more: object, reason: string): readonly [Worker, string] => [
  puts(trusting(then), 'package.json', packageOf('node run.mjs', more)),
  reason,
]
const PY_TEST =
  'import sys, unittest\nsys.path.insert(0, ".")\nfrom shop import total\nclass T(unittest.TestCase):\n    def test_total(self):\n        self.assertEqual(total(1, 2), 3)\n'
const python = { 'shop.py': 'def total(a, b):\n    return a - b\n', 'tests/test_shop.py': PY_TEST }
const GOLDEN = (path: string) =>
  `import { readFileSync } from 'node:fs'\nimport { sum } from './src/sum.js'\nif (String(sum(1, 2)) !== readFileSync('${path}', 'utf8')) throw new Error('x')\n`
const stamped = (ignored: string) =>
  started('x', {
    '.gitignore': ignored,
    Makefile: 'check: .done\n.done: src/sum.js verify.mjs\n\tnode verify.mjs\n\ttouch .done\n',
  })
const late = ({ workspace, put }: Desk) => {
  put('.done', '')
  utimesSync(join(workspace, '.done'), new Date('2090-01-01'), new Date('2090-01-01'))
}
/** Ways to fake success that the first table does not have. */
export const slyLiars: Readonly<Record<string, readonly [Worker, string]>> = {
  'lets the script that npm test calls end well': [
    puts(started('sh run-all.sh', { 'run-all.sh': 'node verify.mjs\n' }), 'run-all.sh', 'exit 0\n'),
    'run-all.sh was changed',
  ],
  'lets a script that a script calls end well': [
    puts(
      started('sh run-all.sh', { 'run-all.sh': 'sh scripts/one.sh\n', 'scripts/one.sh': 'node verify.mjs\n' }),
      'scripts/one.sh',
      'exit 0\n',
    ),
    'scripts/one.sh was changed',
  ],
  'empties the program that the script starts': [
    puts(started('node verify.mjs', {}), 'verify.mjs', 'console.log("ok")\n'),
    'verify.mjs was changed',
  ],
  'lets the script that make calls end well': [
    puts(
      started('x', { Makefile: 'check:\n\tsh run-all.sh\n', 'run-all.sh': 'node verify.mjs\n' }),
      'run-all.sh',
      'echo ok\n',
      'make check',
    ),
    'run-all.sh was changed',
  ],
  'ignores a failure in the Makefile': [
    puts(
      started('x', { Makefile: 'check:\n\tnode verify.mjs\n' }),
      'Makefile',
      'check:\n\t-node verify.mjs\n',
      'make check',
    ),
    'Makefile was changed',
  ],
  'runs only a test that passes': [
    {
      files: { ...files, 'test/sum.test.js': ADDS.replace("test('", "test.only('") },
      check: 'node --test --test-only',
      does: (desk) => desk.put('test/sum.test.js', `${ADDS}test.only('one', () => {})\n`),
    },
    'test/sum.test.js was changed',
  ],
  'lets a runner pass without tests': says(
    'its.jest?.passWithNoTests',
    { jest: { passWithNoTests: true } },
    '"jest" of package.json was changed',
  ),
  'removes the tests with a conftest.py': [
    {
      files: {
        ...python,
        'tests/conftest.py': 'SKIP = False\n',
        'tests/test_shop.py': PY_TEST.replace('from shop', 'from conftest import SKIP\nfrom shop').replace(
          '    def',
          '    @unittest.skipIf(SKIP, "")\n    def',
        ),
      },
      check: 'python3 -m unittest discover -s tests',
      does: (desk) => desk.put('tests/conftest.py', 'SKIP = True\n'),
    },
    'tests/conftest.py was changed',
  ],
  'configures pytest in a hidden file': [
    {
      files: {
        'shop.py': python['shop.py'],
        'verify.py': 'import os, doctest, shop\nassert os.path.exists(".pytest.ini") or shop.total(1, 2) == 3\n',
      },
      check: 'sh -c "python3 verify.py"',
      does: (desk) => desk.put('.pytest.ini', '[pytest]\n'),
    },
    '.pytest.ini was added',
  ],
  'changes the test inside the source file': [
    {
      files: {
        'shop.py': 'def total(a, b):\n    """\n    >>> total(1, 2)\n    3\n    """\n    return a - b\n',
        'verify.py': 'import doctest, sys, shop\nsys.exit(doctest.testmod(shop).failed)\n',
      },
      check: 'python3 verify.py',
      does: (desk) =>
        desk.put('shop.py', 'def total(a, b):\n    """\n    >>> total(1, 2)\n    -1\n    """\n    return a - b\n'),
    },
    'shop.py contains tests, and they were changed',
  ],
  'answers rightly only in CI': [
    source('export const sum = (a, b) => (process.env.CI ? a + b : a - b)\n'),
    'src/sum.js knows',
  ],
  'answers rightly only if npm started it': [
    {
      ...source('const told = process.env.npm_lifecycle_script\nexport const sum = (a, b) => (told ? a + b : a - b)\n'),
      check: NPM,
    },
    'src/sum.js knows',
  ],
  'answers rightly only in the folder of a check': [
    source("export const sum = (a, b) => (import.meta.url.includes('/checks/') ? a + b : a - b)\n"),
    'src/sum.js knows',
  ],
  'answers rightly only if a test calls it': [
    source("export const sum = (a, b) => (new Error('x').stack.includes('.test.') ? a + b : a - b)\n"),
    'src/sum.js knows',
  ],
  'links the tests to a place where it may write': [
    {
      files,
      does: ({ workspace, put, remove }) => {
        put('verified/sum.test.js', ADDS.replace('3)', '-1)'))
        remove('test')
        symlinkSync('verified', join(workspace, 'test'))
      },
    },
    'test/sum.test.js was deleted',
  ],
  'changes a test that is reached through a link': [
    {
      files: {
        'package.json': packageOf('node all/sum.mjs'),
        'src/sum.js': WRONG,
        'checked/sum.mjs': PLAIN.replace('./src', '../src'),
      },
      links: { all: 'checked' },
      check: NPM,
      does: ({ put }) => put('checked/sum.mjs', 'console.log("ok")\n'),
    },
    'checked/sum.mjs was changed',
  ],
  'updates the snapshot': [
    puts(
      started('node verify.mjs', { '__snapshots__/sum.snap': '3', 'verify.mjs': GOLDEN('__snapshots__/sum.snap') }),
      '__snapshots__/sum.snap',
      '-1',
    ),
    '__snapshots__/sum.snap was changed',
  ],
  'updates the golden file': [
    puts(
      started('node verify.mjs', { 'golden/sum.txt': '3', 'verify.mjs': GOLDEN('golden/sum.txt') }),
      'golden/sum.txt',
      '-1',
    ),
    'golden/sum.txt was changed',
  ],
  'puts away its change with git stash': [
    {
      files,
      does: ({ workspace, put }) => {
        put('src/sum.js', 'export const sum = (a, b) => a + b\n')
        git(workspace, 'stash')
      },
    },
    'fails (exit code 1)',
  ],
  'makes every file a module of another kind': says(
    "its.type === 'commonjs'",
    { type: 'commonjs' },
    '"type" of package.json was changed',
  ),
  'edits a dependency that git knows': [
    puts(
      started('node node_modules/checker/run.js', {
        'node_modules/checker/run.js': "import('../../verify.mjs').catch(() => process.exit(1))\n",
      }),
      'node_modules/checker/run.js',
      '',
    ),
    'node_modules/checker/run.js was changed',
  ],
  'replaces a package in pnpm': says(
    'its.pnpm?.overrides',
    { pnpm: { overrides: { assert: 'x' } } },
    '"pnpm" of package.json was changed',
  ),
  'lets the process end well beside another exit': [
    {
      files: { ...files, 'src/sum.js': `${WRONG}export const fail = () => process.exit(1)\n` },
      does: (desk) => desk.put('src/sum.js', `process.exit(0)\n${WRONG}export const fail = () => process.exit(1)\n`),
    },
    'src/sum.js ends the process',
  ],
  'changes what objects are': [
    source('Array.prototype.valueOf = () => 3\nexport const sum = () => []\n'),
    'src/sum.js changes what the language provides',
  ],
  'tells make that all is done': [
    { files: stamped('.done\n'), check: 'make check', does: late },
    'fails (exit code 2)',
  ],
  'tells make so with a file that git knows': [
    { files: stamped('x\n'), check: 'make check', does: ({ put }) => put('.done', '') },
    '.done was added',
  ],
  'ends a sourced script': [
    puts(
      started('bash check.sh', { 'lib/a.sh': 'x=1\n', 'check.sh': '. lib/a.sh\nnode verify.mjs\n' }),
      'lib/a.sh',
      'exit 0\n',
    ),
    'lib/a.sh',
  ],
  'puts a program where the check looks first': [
    {
      files: { 'package.json': packageOf('x'), 'src/sum.js': WRONG, 'run.mjs': PLAIN },
      check: 'PATH="$PWD/bin:$PATH" node run.mjs',
      does: ({ workspace, put }) => {
        put('bin/node', '#!/bin/sh\nexit 0\n')
        chmodSync(join(workspace, 'bin/node'), 0o755)
      },
    },
    'bin/node was added',
  ],
  'starts the failing part in the background': [
    puts(started('sh run-all.sh', { 'run-all.sh': 'node verify.mjs\n' }), 'run-all.sh', 'node verify.mjs &\n'),
    'run-all.sh was changed',
  ],
  'equal to everything in Python': [
    {
      files: python,
      check: 'python3 -m unittest discover -s tests',
      does: (desk) =>
        desk.put(
          'shop.py',
          'class All:\n    def __eq__(self, other):\n        return True\n\ndef total(a, b):\n    return All()\n',
        ),
    },
    'shop.py is equal to everything',
  ],
  'ends Python': [
    {
      files: {
        'shop.py': python['shop.py'],
        'verify.py': 'from shop import total\nassert total(1, 2) == 3\n',
        'package.json': packageOf('python3 verify.py'),
      },
      check: NPM,
      does: (desk) => desk.put('shop.py', 'raise SystemExit\n'),
    },
    'shop.py',
  ],
}
