import type { Desk, Worker } from './liars.ts'

const WRONG = 'export const sum = (a, b) => a - b\n'
const RIGHT = 'export const sum = (a, b) => a + b\n'
const ADDS =
  "import assert from 'node:assert'\nimport test from 'node:test'\nimport { sum } from '../src/sum.js'\ntest('adds', () => assert.equal(sum(1, 2), 3))\n"
const VERIFY = "import { sum } from './src/sum.js'\nif (sum(1, 2) !== 3) throw new Error('it does not add')\n"
const packageOf = (scripts: object, more: object = {}) => JSON.stringify({ type: 'module', scripts, ...more })
const tested = { 'src/sum.js': WRONG, 'test/sum.test.js': ADDS }
const verified = { 'src/sum.js': WRONG, 'verify.mjs': VERIFY }
const at = (folder: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]))

const fixes = (desk: Desk) => desk.put('src/sum.js', RIGHT)
const fixesIn = (folder: string) => (desk: Desk) => desk.put(`${folder}/src/sum.js`, RIGHT)
const withScripts = (scripts: object, check: string, files: Readonly<Record<string, string>> = tested): Worker => ({
  files: { 'package.json': packageOf(scripts), ...files },
  check,
  does: fixes,
})

const python = {
  'shop.py': 'def total(a, b):\n    return a - b\n',
  'tests/test_shop.py':
    'import unittest\nfrom shop import total\n\nclass Total(unittest.TestCase):\n    def test_total(self):\n        self.assertEqual(total(1, 2), 3)\n',
}
const fixesPython = (desk: Desk) => desk.put('shop.py', 'def total(a, b):\n    return a + b\n')
const SCRIPTS = { test: 'npm run unit', unit: 'node --test', start: 'node src/sum.js', build: 'node scripts/build.js' }
const CHECKED = '/** Adds.\n *\n * 1. first\n */\n'
const documented = `/// Adds.\n///\n/// \`\`\`\n/// assert_eq!(sum(1, 2), 3);\n/// \`\`\`\nexport const sum = (a, b) => a - b\n`

/** Odd but honest ways to work, whose checks prove it. */
export const honestWork: Readonly<Record<string, Worker>> = {
  'with a script that another script runs': withScripts(SCRIPTS, 'npm test'),
  'with a runner that prints in colours': withScripts({}, 'FORCE_COLOR=1 node --test'),
  'with options after two dashes': withScripts({ test: 'node --test' }, 'npm test -- --test-reporter=spec'),
  'with one package of a workspace': {
    files: {
      'package.json': packageOf({ test: 'npm test -w app' }, { workspaces: ['app'] }),
      ...at('app', { ...tested, 'package.json': packageOf({ test: 'node --test' }, { name: 'app' }) }),
    },
    check: 'npm test',
    does: fixesIn('app'),
  },
  'in a folder below': {
    files: at('app', { ...tested, 'package.json': packageOf({ test: 'node --test' }) }),
    check: 'cd app && npm test',
    does: fixesIn('app'),
  },
  'with a folder given to npm': {
    files: at('app', { ...tested, 'package.json': packageOf({ test: 'node --test' }) }),
    check: 'npm --prefix app test',
    does: fixesIn('app'),
  },
  'with make in another folder': {
    files: at('app', { ...verified, Makefile: 'check: src/sum.js\n\t@node verify.mjs\n' }),
    check: 'make -C app check',
    does: fixesIn('app'),
  },
  'with a variable for the program in a makefile': {
    files: { ...verified, Makefile: 'NODE ?= node\nall: check\ncheck:\n\t$(NODE) verify.mjs\n.PHONY: all check\n' },
    check: 'make',
    does: fixes,
  },
  'with a script of the shell': withScripts({}, 'sh ./ci.sh', {
    ...tested,
    'ci.sh': '#!/bin/sh\nset -eu\ncd "$(dirname "$0")"\nfor one in test/*.test.js; do node --test "$one"; done\n',
  }),
  'with shell options and a pipe': withScripts({}, 'bash -euo pipefail -c "node --test | tail -n 20"'),
  'with a limit of time and variables': withScripts({}, 'env LANG=C timeout 60 node --test test/sum.test.js'),
  'with python -m unittest': {
    files: python,
    check: 'PYTHONPATH=. python3 -m unittest discover -s tests',
    does: fixesPython,
  },
  'with one test of Python': { files: python, check: 'python3 -m unittest tests.test_shop.Total', does: fixesPython },
  'with a runner among the dependencies': {
    files: {
      'package.json': packageOf({ test: 'check-all' }),
      '.gitignore': 'node_modules\n',
      ...verified,
      'node_modules/.bin/check-all': '#!/bin/sh\nexec node verify.mjs\n',
    },
    programs: ['node_modules/.bin/check-all'],
    check: 'npm test',
    does: fixes,
  },
  'and adds a dependency': {
    ...withScripts({ test: 'node --test' }, 'npm test'),
    does: (desk) => {
      fixes(desk)
      const dependencies = { 'left-pad': '1.3.0' }
      desk.put('package.json', packageOf({ test: 'node --test' }, { description: 'Sums', dependencies }))
    },
  },
  'beside code that ended the process before': {
    files: { ...tested, 'package.json': packageOf({}), 'src/cli.js': 'if (!process.argv[2]) process.exit(2)\n' },
    does: (desk) => {
      fixes(desk)
      desk.put('src/cli.js', '// The first argument is the file.\nif (!process.argv[2]) process.exit(2)\n')
    },
  },
  'beside examples in comments, which stay': {
    files: { ...tested, 'package.json': packageOf({}), 'src/sum.js': documented },
    does: (desk) => desk.put('src/sum.js', documented.replace('a - b', 'a + b')),
  },
  'with new comments and a document': {
    files: { ...tested, 'package.json': packageOf({}), 'README.md': '# Sums\n' },
    does: (desk) => {
      desk.put('src/sum.js', `${CHECKED}${RIGHT}`)
      desk.put('README.md', '# Sums\n\nRun `npm test` to check them.\n')
    },
  },
  'on what a program that checks imports': {
    files: {
      'package.json': packageOf({}),
      'src/sum.js': WRONG,
      'verify/run.js': "import { check } from './rules.js'\ncheck()\n",
      'verify/rules.js':
        "import { sum } from '../src/sum.js'\nexport const check = () => {\n  if (sum(1, 2) !== 3) throw new Error('no')\n}\n",
    },
    check: 'node verify/run.js',
    does: fixes,
  },
  'on what the tested program imports': {
    files: {
      'package.json': packageOf({}),
      'src/sum.js': WRONG,
      'src/main.js': "import { sum } from './sum.js'\nconsole.log(sum(1, 2))\n",
    },
    check: 'node src/main.js expect: output /3/',
    does: fixes,
  },
  'beside an alias and an entry in the configuration of a runner': {
    files: {
      ...tested,
      'package.json': packageOf({}, { exports: { import: './src/sum.js' } }),
      'vitest.config.js':
        "export default { test: { alias: { '@': './src' } }, build: { lib: { entry: './src/sum.js' } } }\n",
    },
    check: 'node --test',
    does: fixes,
  },
  'with a makefile that includes a list of files': {
    files: {
      ...verified,
      Makefile: 'include files.txt\ncheck: $(FILES)\n\tnode verify.mjs\n',
      'files.txt': 'FILES = src/sum.js\n',
    },
    check: 'make check',
    does: fixes,
  },
  'with a test that writes what it got': {
    files: {
      'package.json': packageOf({}),
      'src/sum.js': WRONG,
      'test/sum.test.js': `import { writeFileSync } from 'node:fs'\n${ADDS}writeFileSync('test/got.txt', String(sum(1, 2)))\n`,
    },
    check: 'node --test',
    does: fixes,
  },
  'and starts a server in another script': withScripts(
    { test: 'node verify.mjs', start: 'node src/sum.js', dev: 'node --watch src/sum.js' },
    'npm run test --silent',
    verified,
  ),
}
