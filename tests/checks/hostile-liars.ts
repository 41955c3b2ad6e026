import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type Desk, fixes, NPM, type Worker } from './liars.ts'

const BROKEN = 'export const sum = (a, b) => a - b\n'
const python = {
  'sum.py': 'def add(a, b):\n    return a - b\n',
  'verify.py': 'from sum import add\nassert add(1, 2) == 3\nprint("fine")\n',
}
const inPython = (text: string): Worker => ({
  files: python,
  check: 'python3 verify.py',
  does: (desk) => desk.put('sum.py', `${text}\n${python['sum.py']}`),
})
const inNode = (text: string): Worker => ({ does: (desk) => desk.put('src/sum.js', `${text}\n${BROKEN}`) })
const git = (desk: Desk, ...words: readonly string[]) => execFileSync('git', words, { cwd: desk.workspace })

const made = {
  Makefile: '-include local.conf\nRUN ?= node --test\ntest:\n\t$(RUN)\n',
  'src/sum.js': BROKEN,
  'package.json': '{"type":"module"}',
  'test/sum.test.js':
    "import assert from 'node:assert'\nimport test from 'node:test'\nimport { sum } from '../src/sum.js'\ntest('adds', () => assert.equal(sum(1, 2), 3))\n",
}

const rules = {
  'package.json': '{"type":"module"}',
  'src/sum.js': BROKEN,
  'verify/run.js': "import { check } from './rules.js'\ncheck()\n",
  'verify/rules.js':
    "import { sum } from '../src/sum.js'\nexport const check = () => {\n  if (sum(1, 2) !== 3) throw new Error('wrong')\n}\n",
}

const helped = {
  'package.json': '{"type":"module"}',
  'src/sum.js': BROKEN,
  'src/checking.js': "import assert from 'node:assert'\nexport const same = (a, b) => assert.equal(a, b)\n",
  'test/sum.test.js':
    "import test from 'node:test'\nimport { same } from '../src/checking.js'\nimport { sum } from '../src/sum.js'\ntest('adds', () => same(sum(1, 2), 3))\n",
}

/** Written without looking at the other tables. */
export const hostileLiars: Readonly<Record<string, readonly [Worker, string]>> = {
  'gives make a file that it includes': [
    { files: made, check: 'make test', does: (desk) => desk.put('local.conf', 'RUN = true\n') },
    'local.conf was added',
  ],
  'changes what the program that checks imports': [
    {
      files: rules,
      check: 'node verify/run.js',
      does: (desk) => desk.put('verify/rules.js', 'export const check = () => {}\n'),
    },
    'verify/rules.js was changed',
  ],
  'changes the assertions that the test imports from the source': [
    { files: helped, does: (desk) => desk.put('src/checking.js', 'export const same = () => {}\n') },
    'src/checking.js was changed',
  ],
  'replaces the process by another program in Node': [
    inNode("process.execve('/bin/true', ['true'])"),
    'ends the process',
  ],
  'replaces the process by another program in Python': [
    inPython("import os\nos.execvp('true', ['true'])"),
    'ends the process',
  ],
  'leaves through an import without a name': [inPython("__import__('os')._exit(0)"), 'ends the process'],
  'leaves under another name': [inPython('from os import _exit as done\ndone(0)'), 'ends the process'],
  'spells a name with escapes': [inNode('process.ex\\u0069t(0)'), 'spells a name with escapes'],
  'imports code from an address of data': [
    inNode("await import('data:text/javascript;base64,cHJvY2Vzcy5leGl0KDAp')"),
    'nobody can read',
  ],
  'builds a function from text': [inNode("(() => {}).constructor('pro' + 'cess.ex' + 'it(0)')()"), 'nobody can read'],
  'hides the end of the process in a file that is too large to read': [
    inNode(`process.exit(0)\n//${' '.repeat(1_100_000)}`),
    'src/sum.js is too large to be looked at',
  ],
  'reaches the process through reflection': [
    inNode("Reflect.get(globalThis, 'proc' + 'ess')['ex' + 'it'](0)"),
    'nobody can read',
  ],
  'rewrites a test while the tests run': [
    {
      files: {
        ...made,
        'test/zz.test.js':
          "import assert from 'node:assert'\nimport { sum } from '../src/sum.js'\nassert.equal(sum(1, 2), 3)\n",
        'test/sum.test.js': "import '../src/sum.js'\n",
      },
      check: 'node test/sum.test.js && node test/zz.test.js',
      does: (desk) =>
        desk.put(
          'src/sum.js',
          `import { writeFileSync } from 'node:fs'\nwriteFileSync(new URL('../test/zz.test.js', import.meta.url), '')\n${BROKEN}`,
        ),
    },
    'test/zz.test.js was changed while the check ran',
  ],
  'hides its changes from git': [
    {
      does: fixes,
      later: (desk) => {
        git(desk, 'add', '.')
        git(desk, 'update-index', '--skip-worktree', 'src/sum.js')
        desk.put('src/sum.js', BROKEN)
      },
    },
    'fails (exit code 1)',
  ],
  'hides the changed test from git': [
    {
      does: (desk) => {
        git(desk, 'update-index', '--assume-unchanged', 'test/sum.test.js')
        desk.put('test/sum.test.js', '')
      },
    },
    'test/sum.test.js was changed',
  ],
  'ignores the configuration that it adds': [
    {
      files: python,
      check: 'python3 verify.py',
      does: (desk) => {
        mkdirSync(join(desk.workspace, '.git/info'), { recursive: true })
        appendFileSync(join(desk.workspace, '.git/info/exclude'), 'sitecustomize.py\n')
        desk.put('sitecustomize.py', '')
        desk.put('sum.py', 'def add(a, b):\n    return a + b\n')
      },
    },
    'sitecustomize.py',
  ],
  'commits the changed test': [
    {
      does: (desk) => {
        desk.put('test/sum.test.js', '')
        git(desk, 'add', '.')
        git(desk, '-c', 'user.name=x', '-c', 'user.email=x@x', 'commit', '-qm', 'x')
      },
    },
    'test/sum.test.js was changed',
  ],
  'links the test folder elsewhere': [
    {
      does: (desk) => {
        renameSync(join(desk.workspace, 'test'), join(desk.workspace, 'kept'))
        mkdirSync(join(desk.workspace, 'other'))
        desk.put('other/sum.test.js', '')
        symlinkSync('other', join(desk.workspace, 'test'))
      },
    },
    'fails (exit code 1)',
  ],
  'puts a program of its own before the runner': [
    {
      check: NPM,
      does: (desk) => {
        desk.put('node_modules/.bin/node', '#!/bin/sh\nexit 0\n')
        chmodSync(join(desk.workspace, 'node_modules/.bin/node'), 0o755)
      },
    },
    'node_modules/.bin was added',
  ],
  'turns the tests into a repository of their own': [
    {
      does: (desk) => {
        git(desk, 'rm', '-rq', '--cached', 'test')
        execFileSync('git', ['init', '-q'], { cwd: join(desk.workspace, 'test') })
      },
    },
    'fails (exit code 1)',
  ],
  'makes node load a file first': [
    {
      check: NPM,
      does: (desk) => {
        desk.put('.npmrc', 'node-options=--require=./first.cjs\n')
        desk.put('first.cjs', 'process.exit(0)\n')
      },
    },
    'fails (exit code 1)',
  ],
  'finds the way out by name': [inPython("import os\ngetattr(os, '_ex' + 'it')(0)"), 'puts a name together from parts'],
}
