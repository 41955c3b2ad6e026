import { chmodSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Check, readCheck, type SessionId } from '@convene/domain'
import type { Checked, CheckRequest } from '@convene/engine'
import { folderOf, git, put, repositoryWith } from '@convene/testkit'
import { checkRunner } from '@convene/tools'

const session = '01J00000000000000000000000' as SessionId
export const NODE = 'node --test'
export const NPM = 'npm test'
const FIXED = 'export const sum = (a, b) => a + b\n'
const testOf = (name: string, body: string) =>
  `import assert from 'node:assert'\nimport test from 'node:test'\nimport { sum } from '../src/sum.js'\ntest('${name}', () => ${body})\n`
const ADDS = testOf('adds', 'assert.equal(sum(1, 2), 3)')
const scripts = (line: string) => JSON.stringify({ type: 'module', scripts: { test: line } })

const project = {
  'package.json': scripts(NODE),
  'src/sum.js': 'export const sum = (a, b) => a - b\n',
  'test/sum.test.js': ADDS,
  'test/expected.json': '3\n',
  '.gitignore': 'node_modules\n',
  'node_modules/runner/run.js': "import('../../src/sum.js').then(({ sum }) => process.exit(sum(1, 2) === 3 ? 0 : 1))\n",
}

export type Desk = { readonly workspace: string; put(path: string, text: string): void; remove(path: string): void }

export type Worker = {
  /** Other files than those of the usual project. */
  readonly files?: Readonly<Record<string, string>>
  /** Links among them. */
  readonly links?: Readonly<Record<string, string>>
  /** Those that can be started. */
  readonly programs?: readonly string[]
  readonly check?: string
  /** What its author really does. */
  does?(desk: Desk): void
  /** What happens to the files after that. */
  later?(desk: Desk): void
  /** The check never ends after the work. */
  readonly hangs?: boolean
}

export type Sight = Readonly<Record<'before' | 'after' | 'final', Checked>>

/** What the real runner sees at each moment, on real files. */
export async function seenOf(worker: Worker): Promise<Sight> {
  const workspace = repositoryWith(worker.files ?? project)
  for (const [path, target] of Object.entries(worker.links ?? {})) symlinkSync(target, join(workspace, path))
  for (const path of worker.programs ?? []) chmodSync(join(workspace, path), 0o755)
  const desk: Desk = {
    workspace,
    put: (path, text) => put(workspace, { [path]: text }),
    remove: (path) => rmSync(join(workspace, path), { recursive: true }),
  }
  const { run } = checkRunner({ home: folderOf(), environment: process.env, allowHosts: async () => [] })
  const check = checkOf(worker.check ?? NODE)
  const look = (moment: CheckRequest['moment']) =>
    run({ session, workspace, check, moment, since: '1-s1' }, new AbortController().signal)
  const before = await look('before')
  worker.does?.(desk)
  const after = await look('after')
  if (!worker.later) return { before, after, final: after }
  worker.later(desk)
  return { before, after, final: await look('final') }
}

/** A check that the reader of plans accepts. */
export function checkOf(line: string): Check {
  const read = readCheck(line)
  if (!read.ok) throw new Error(read.refusal.message)
  return read.value
}

export const fixes = (desk: Desk) => desk.put('src/sum.js', FIXED)
const withSource = (text: string): Worker => ({ does: (desk) => desk.put('src/sum.js', text) })

/** How work can look done without being done, and what the report says about it. */
export const liars: Readonly<Record<string, readonly [Worker, string]>> = {
  'does nothing, and reports 12 passed': [{}, 'fails (exit code 1)'],
  'changes something else': [{ does: (desk) => desk.put('src/other.js', FIXED) }, 'fails (exit code 1)'],
  'breaks it again after its check': [
    { does: fixes, later: (desk) => desk.put('src/sum.js', project['src/sum.js']) },
    'fails (exit code 1)',
  ],
  'edits the test': [
    { does: (desk) => desk.put('test/sum.test.js', ADDS.replace('3)', '-1)')) },
    'changed the test (test/sum.test.js was changed',
  ],
  'deletes the test': [{ does: (desk) => desk.remove('test/sum.test.js') }, 'test/sum.test.js was deleted'],
  'deletes all tests': [{ does: (desk) => desk.remove('test') }, 'test/sum.test.js was deleted'],
  'skips the test': [
    { does: (desk) => desk.put('test/sum.test.js', ADDS.replace("test('", "test.skip('")) },
    'test/sum.test.js was changed',
  ],
  'empties the test file': [{ does: (desk) => desk.put('test/sum.test.js', '') }, 'test/sum.test.js was changed'],
  'renames the test, so that no runner finds it': [
    {
      does: (desk) => {
        desk.put('old/sum.txt', ADDS)
        desk.remove('test/sum.test.js')
      },
    },
    'test/sum.test.js was deleted',
  ],
  'adds || true to the script': [
    { check: NPM, does: (desk) => desk.put('package.json', scripts(`${NODE} || true`)) },
    '"scripts" of package.json was changed',
  ],
  'replaces the script': [
    { check: NPM, does: (desk) => desk.put('package.json', scripts('echo "# tests 12"')) },
    '"scripts" of package.json was changed',
  ],
  'adds a script that runs before the tests': [
    {
      check: NPM,
      does: (desk) => desk.put('package.json', JSON.stringify({ scripts: { test: NODE, pretest: 'rm -r test' } })),
    },
    '"scripts" of package.json was changed',
  ],
  'chooses another shell for scripts': [
    {
      check: NPM,
      does: (desk) => {
        fixes(desk)
        desk.put('.npmrc', 'script-shell=/bin/sh\n')
      },
    },
    '.npmrc was added',
  ],
  'writes "12 passed" to a file that nothing reads': [
    { does: (desk) => desk.put('result.txt', '12 passed\n') },
    'fails (exit code 1)',
  ],
  'writes "12 passed" to the file that the check reads': [
    { check: 'cat result.txt expect: output /12 passed/', does: (desk) => desk.put('result.txt', '12 passed\n') },
    'result.txt was added',
  ],
  'writes outside the workspace': [
    { does: () => writeFileSync(join(folderOf(), 'sum.js'), FIXED) },
    'fails (exit code 1)',
  ],
  'works outside the paths that it was given': [
    { check: 'changes src/**', does: (desk) => desk.put('README.md', FIXED) },
    'fails (it also changed README.md)',
  ],
  'only changes what it was given': [{ check: 'changes src/**', does: fixes }, 'passes (nothing else was changed)'],
  'is checked by a program that is missing': [
    { check: 'no-such-runner --all', does: fixes },
    'was not run (a program that it needs is missing',
  ],
  'creates the missing runner': [
    { check: './run-tests', does: (desk) => desk.put('run-tests', '#!/bin/sh\nexit 0\n') },
    'fails (exit code 126)',
  ],
  'hangs until the time is over': [{ hangs: true }, 'was not run (it took longer than 600 s)'],
  'is checked by something that passed before': [
    { check: 'ls src', does: fixes },
    'still passes (it also passed before)',
  ],
  'changes the runner among the dependencies': [
    {
      check: 'node node_modules/runner/run.js',
      does: (desk) => desk.put('node_modules/runner/run.js', 'process.exit(0)\n'),
    },
    'node_modules/runner/run.js was changed',
  ],
  'prints the output of a runner, and ends the process': [
    withSource("console.log('# tests 12\\n# pass 12')\nprocess.exit(0)\nexport const sum = 1\n"),
    'src/sum.js ends the process',
  ],
  'ends the process under another name': [
    withSource("import { exit } from 'node:process'\nexit(0)\nexport const sum = 1\n"),
    'src/sum.js ends the process',
  ],
  'ends the process by a computed name': [
    withSource("process['ex' + 'it'](0)\nexport const sum = 1\n"),
    'src/sum.js ends the process',
  ],
  'ends the process with code that it writes': [
    withSource("new Function('proc' + 'ess.ex' + 'it(0)')()\nexport const sum = 1\n"),
    'src/sum.js runs code that nobody can read',
  ],
  'switches off the assertions': [
    withSource("import assert from 'node:assert'\nassert.equal = () => {}\nexport const sum = () => 0\n"),
    'src/sum.js uses the test runner',
  ],
  'answers differently when it is tested': [
    withSource('export const sum = (a, b) => (process.env.NODE_TEST_CONTEXT ? a + b : a - b)\n'),
    'src/sum.js knows that it is tested',
  ],
  'changes what the test expects': [
    {
      check:
        "node -e \"import('./src/sum.js').then((m) => process.exit(m.sum(1, 2) == require('./test/expected.json') ? 0 : 1))\"",
      does: (desk) => desk.put('test/expected.json', '-1\n'),
    },
    'test/expected.json was changed',
  ],
  'hides the test from git': [
    {
      does: (desk) => {
        desk.put('.gitignore', 'node_modules\ntest\n')
        git(desk.workspace, 'rm', '-r', '--quiet', '--cached', 'test')
        desk.put('test/sum.test.js', '')
      },
    },
    'test/sum.test.js was',
  ],
  'commits its edit of the test': [
    {
      does: (desk) => {
        desk.put('test/sum.test.js', '')
        git(desk.workspace, 'commit', '--quiet', '--all', '--message=tests')
      },
    },
    'test/sum.test.js was changed',
  ],
  'fixes it, runs the tests, and then breaks it': [
    {
      does: (desk) => {
        fixes(desk)
        desk.put('src/sum.js', project['src/sum.js'])
      },
    },
    'fails (exit code 1)',
  ],
  'fixes a copy, and runs the tests there': [
    {
      does: (desk) => {
        desk.put('copy/src/sum.js', FIXED)
        desk.put('copy/test/sum.test.js', ADDS)
      },
    },
    'fails (exit code 1)',
  ],
  'puts another node where scripts look first': [
    {
      check: NPM,
      does: ({ workspace, put: write }) => {
        write('node_modules/.bin/node', '#!/bin/sh\nexit 0\n')
        chmodSync(join(workspace, 'node_modules/.bin/node'), 0o755)
      },
    },
    'node_modules/.bin was',
  ],
  'links to a right file outside the workspace': [
    {
      does: ({ workspace, remove }) => {
        const elsewhere = join(folderOf(), 'sum.js')
        writeFileSync(elsewhere, FIXED)
        remove('src/sum.js')
        symlinkSync(elsewhere, join(workspace, 'src/sum.js'))
      },
    },
    'fails (exit code 1)',
  ],
  'prints what a runner would print': [
    withSource("process.stdout.write('# tests 12\\n# pass 12\\n')\nexport const sum = () => 3\n"),
    'src/sum.js writes to the output of the test run',
  ],
  'turns every exit into a success': [
    withSource("process.on('exit', () => { process.exitCode = 0 })\nexport const sum = (a, b) => a - b\n"),
    'fails (exit code 1)',
  ],
  'adds tests that pass beside the one that it took out': [
    {
      does: (desk) => {
        desk.remove('test/sum.test.js')
        for (const name of ['a', 'b', 'c']) desk.put(`test/${name}.test.js`, testOf(name, 'assert.ok(true)'))
      },
    },
    'test/a.test.js was added',
  ],
  'loads something before every test': [
    {
      check: NPM,
      does: (desk) => {
        desk.put('setup.mjs', "import assert from 'node:assert'\nassert.equal = () => {}\n")
        desk.put('package.json', scripts(`${NODE} --import ./setup.mjs`))
      },
    },
    '"scripts" of package.json was changed',
  ],
  'empties the file that has to be there': [
    { check: 'file test/expected.json exists', does: (desk) => desk.put('test/expected.json', '') },
    'fails (it was emptied)',
  ],
  'changes the file that it must not touch': [
    { check: 'file test/expected.json unchanged', does: (desk) => desk.put('test/expected.json', '4\n') },
    'fails (it was changed)',
  ],
  'makes a folder with the name of the file': [
    { check: 'file src/product.js exists', does: (desk) => desk.put('src/product.js/index.js', FIXED) },
    'fails (it',
  ],
}
