import { expect, test } from 'vitest'
import { importsIn } from './imports.ts'
import { changedMeans } from './means.ts'
import { reachesIn } from './reaches.ts'
import { startedBy } from './started-files.ts'
import { decidesTests } from './test-files.ts'

const scripts = (of: object) => JSON.stringify({ scripts: of })

test.each<[string, Readonly<Record<string, string>>, string, readonly string[]]>([
  ['a script', { 'package.json': scripts({ test: 'sh ci/run.sh' }) }, 'npm test', ['ci/run.sh']],
  ['a script before it', { 'package.json': scripts({ test: 'x', pretest: 'node a.mjs' }) }, 'npm t test', ['a.mjs']],
  ['scripts by a pattern', { 'package.json': scripts({ 'test:a': './a.sh' }) }, 'run-s test:*', ['a.sh']],
  [
    'scripts that call each other',
    { 'package.json': scripts({ a: 'npm run b', b: 'npm run a; ./c' }) },
    'npm run a',
    ['c'],
  ],
  ['a package below', { 'app/package.json': scripts({ test: 'node check.mjs' }) }, 'pnpm -r test', ['app/check.mjs']],
  [
    'a shell script that calls one',
    { 'a.sh': '. ./lib/b.sh\n', 'lib/b.sh': 'sh lib/c.sh' },
    './a.sh',
    ['lib/b.sh', 'lib/c.sh'],
  ],
  ['a file beside a script', { 'ci/a.sh': 'sh "$(dirname "$0")/b.sh"' }, 'bash ci/a.sh', ['ci/b.sh']],
  [
    'a target and what it needs',
    { Makefile: 'all: one\none: ; @./one.sh\n\ntwo:\n\t./two.sh\n' },
    'make all',
    ['one.sh'],
  ],
  ['make without a target', { Makefile: 'check:\n\t-$(PYTHON) check.py\n' }, 'make', ['check.py']],
  ['a module of Python', {}, 'python3 -m checks.all', ['checks/all']],
  ['a line in a line', {}, "timeout 9 sh -c 'cd app && node verify.mjs'", ['app/verify.mjs']],
])('what a command starts is found behind %s', (_, texts, line, expected) => {
  expect([...startedBy(line, new Map(Object.entries(texts))).files]).toEqual(expect.arrayContaining([...expected]))
})

test('what other scripts and targets start is not what a check starts', () => {
  const texts = {
    'package.json': scripts({ test: 'node --test', start: 'node src/server.js' }),
    Makefile: 'check:\n\ttrue\nserve:\n\tnode src/server.js\napp: src/app.c\n\tcc src/app.c -o app\n',
  }
  for (const line of ['npm test', 'make check', 'make app'])
    expect(
      [...startedBy(line, new Map(Object.entries(texts))).files].filter((path) => path.startsWith('src/')),
    ).toEqual([])
})

test.each([
  ...['test/a.js', 'src/a.test.ts', '__snapshots__/a.snap', 'golden/a.txt', 'a.approved.txt', 'conftest.py'],
  ...['.pytest.ini', 'pytest.toml', 'tox.toml', 'jest.config.cjs', 'phpunit.dist.xml', 'gradlew', '.mvn/jvm.config'],
  ...['Shop.Tests/ShopTests.csproj', 'cmake/x.cmake', '.tool-versions', 'mise.toml', 'turbo.json', '.pnp.cjs'],
])('%s decides what tests test', (path) => expect(decidesTests(path)).toBe(true))

test.each([
  'src/latest.ts',
  'src/contest/a.ts',
  'docs/testing.md',
  'src/build.ts',
  'src/gradle.ts',
  'lib/expectation.rb',
])('%s does not decide what tests test', (path) => expect(decidesTests(path)).toBe(false))

const rust =
  'pub fn a() {}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn b() { let c = 1; assert!(c == 1); }\n}\n\nfn d() {}\n'
const inside = (text: string) => reachesIn(text).filter(({ words }) => words === 'contains tests')

test('tests inside a source file are known by their text, and the code around them is not part of it', () => {
  expect(inside(rust)).toEqual(inside(rust.replace('fn a() {}', 'fn a() { e() }').replace('fn d() {}', '')))
  expect(inside(rust)).not.toEqual(inside(rust.replace('c == 1', 'c != 1')))
  expect(inside('fn a() {}')).toEqual([])
})

test('only changed ways to replace a module count in a project of Go', () => {
  const command = { kind: 'command', run: 'go test ./...' } as const
  const change = (after: string) => [{ path: 'go.mod', how: 'changed', before: 'module a\n', after } as const]
  expect(changedMeans(command, change('module a\nrequire b v1.0.0\n'))).toEqual([])
  expect(changedMeans(command, change('module a\nreplace b => ./fake\n'))).toEqual(['go.mod was changed'])
})

const loading = (imports: Readonly<Record<string, readonly string[]>>, runners: readonly string[] = []) => ({
  texts: new Map(),
  links: new Map(),
  imports: new Map(Object.entries(imports)),
  runners: new Set(runners),
})
const wordsAbout = (run: string, path: string, known: ReturnType<typeof loading>) =>
  changedMeans({ kind: 'command', run }, [{ path, how: 'changed' }], known)

test.each([
  [
    'the rules of a program that checks',
    'node verify/run.js',
    'verify/rules.js',
    { 'verify/run.js': ['verify/rules'] },
  ],
  [
    'what these load',
    'node verify/run.js',
    'verify/b/c.js',
    { 'verify/run.js': ['verify/a'], 'verify/a.js': ['verify/b/c'] },
  ],
  ['a package of Python', 'python3 -m verify', 'verify/rules/__init__.py', { 'verify/__main__.py': ['verify/rules'] }],
  ['what a runner is told to load', 'npx vitest', 'config/first.ts', { 'vitest.config.ts': ['config/first'] }],
])('a change to %s is a change to the check', (_, run, path, imports) => {
  expect(wordsAbout(run, path, loading(imports))).toEqual([`${path} was changed`])
})

test('what a test loads is tested, unless it asserts by itself', () => {
  const imports = { 'test/a.test.js': ['src/a', 'src/checking'], 'src/a.js': ['src/b'], 'src/checking.js': [] }
  const known = loading(imports, ['src/checking.js'])
  expect(['src/a.js', 'src/b.js'].flatMap((path) => wordsAbout('npm test', path, known))).toEqual([])
  expect(wordsAbout('npm test', 'src/checking.js', known)).toEqual(['src/checking.js was changed'])
})

test.each([
  ['of a program that is the product', 'node src/main.js', 'src/a.js', { 'src/main.js': ['src/a'] }],
  ['of a program at the top', 'node check.js', 'a.js', { 'check.js': ['a'] }],
  ['outside the folder of a program that checks', 'node verify/run.js', 'src/a.js', { 'verify/run.js': ['src/a'] }],
])('a part %s is what is tested', (_, run, path, imports) => {
  expect(wordsAbout(run, path, loading(imports))).toEqual([])
})

test('what source files load is found in several languages', () => {
  const js =
    "import a from './a.js'\nexport * from '../b'\nconst c = require('./c')\nawait import('./d.ts')\nlog('./e')\n"
  expect(importsIn('src/x.ts', js)).toEqual(['src/a', 'b', 'src/c', 'src/d'])
  const python = 'from .rules import one, two as three\nimport checks.all, os\nfrom ..top import x\n'
  expect(importsIn('app/x.py', python)).toEqual(
    expect.arrayContaining(['app/rules', 'app/rules/two', 'top', 'checks/all']),
  )
  expect(importsIn('x.rb', "require_relative 'lib/a'\nrequire 'json'\n")).toEqual(['lib/a'])
  const runner =
    "export default { setupFiles: ['./one.ts', './two.ts'], alias: { '@': './src' }, preset: '<rootDir>/jest/p.js' }"
  expect(importsIn('app/vitest.config.ts', runner)).toEqual(['app/one', 'app/two', 'app/jest/p'])
})
