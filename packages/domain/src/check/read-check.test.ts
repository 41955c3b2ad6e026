import { describe, expect, test } from 'vitest'
import type { Check } from './check.ts'
import { checkText, passText } from './check-text.ts'
import { readCheck } from './read-check.ts'
import { readChecks } from './read-checks.ts'

const read = (text: string): unknown => {
  const check = readCheck(text)
  return check.ok ? check.value : check.refusal.message
}

const command = (run: string, more: object = {}) => ({ kind: 'command', run, ...more })

describe('a check is read from a line', () => {
  test.each<[string, unknown]>([
    ['npm test -- login', command('npm test -- login')],
    ['`npm test`', command('npm test')],
    ['- **check:** `npm test` passes.', command('npm test')],
    ['npm run lint passes', command('npm run lint')],
    ['check: make test exits with 0', command('make test')],
    ['node x.mjs expect: exit 3', command('node x.mjs', { exit: 3 })],
    ['node x.mjs (expect: exit code 3)', command('node x.mjs', { exit: 3 })],
    ['npm test expect: output /12 passed/', command('npm test', { output: '12 passed' })],
    ['npm view zod version with network', command('npm view zod version', { network: true })],
    ['npm test && npm run lint', command('npm test && npm run lint')],
    ['command: file x.png | grep PNG', command('file x.png | grep PNG')],
    ['grep -q "All done" notes.md', command('grep -q "All done" notes.md')],
    ['! grep -rn TODO src', command('! grep -rn TODO src')],
    ['CI=1 npm test', command('CI=1 npm test')],
    [
      'file src/login.ts contains "rateLimit"',
      { kind: 'file', path: 'src/login.ts', is: 'contains', text: 'rateLimit' },
    ],
    ['file `a b.md` exists', { kind: 'file', path: 'a b.md', is: 'exists' }],
    ['file ./old.ts is absent', { kind: 'file', path: 'old.ts', is: 'absent' }],
    ['file old.ts does not exist', { kind: 'file', path: 'old.ts', is: 'absent' }],
    ['file package.json is unchanged', { kind: 'file', path: 'package.json', is: 'unchanged' }],
    ['changes src/** test/**', { kind: 'change', within: ['src/**', 'test/**'] }],
    ['changes only src/a.ts, src/b.ts', { kind: 'change', within: ['src/a.ts', 'src/b.ts'] }],
    ['GET http://127.0.0.1:3000/health is 200', { kind: 'address', url: 'http://127.0.0.1:3000/health', status: 200 }],
    [
      'GET http://localhost:3000/ is 404 body "not here"',
      { kind: 'address', url: 'http://localhost:3000/', status: 404, body: 'not here' },
    ],
    [
      'GET http://localhost:3000/health is 200 json $.db.state is "up"',
      { kind: 'address', url: 'http://localhost:3000/health', status: 200, json: { path: 'db.state', is: 'up' } },
    ],
    ['ask "Does the page look right?"', { kind: 'you', question: 'Does the page look right?' }],
  ])('%s', (text, check) => {
    expect(read(text)).toEqual(check)
  })
})

describe('a line that cannot be a check is refused:', () => {
  test.each<[string, RegExp]>([
    ['', /empty/],
    ['All tests pass', /sentence/],
    ['The login page shows an error after five attempts.', /sentence/],
    ['Verify that it works', /sentence/],
    ['Users can log in again.', /sentence/],
    ['true', /checks nothing/],
    ['echo done', /checks nothing/],
    ['echo ok; exit 0', /checks nothing/],
    ['npm test || true', /checks nothing/],
    ['npm test || :', /checks nothing/],
    ['bash -c "npm test; exit 0"', /checks nothing/],
    ["sh -ec 'npm test || true'", /checks nothing/],
    ['eval "exit 0"; npm test', /checks nothing/],
    ['trap "exit 0" EXIT; npm test', /checks nothing/],
    ['npm() { true; }; npm test', /checks nothing/],
    ['exec true; npm test', /checks nothing/],
    ['exit 0; npm test', /checks nothing/],
    ['npm test || exit $((0))', /checks nothing/],
    ['if npm test; then :; fi', /checks nothing/],
    ['while npm test; do break; done', /checks nothing/],
    ['npm test & wait', /checks nothing/],
    ['timeout 5 true', /checks nothing/],
    ['(exit 0)', /checks nothing/],
    ['{ true; }', /checks nothing/],
    ['! false', /checks nothing/],
    ['[ 1 ]', /checks nothing/],
    ['npm test; echo "12 passed"', /checks nothing/],
    ['npm start &', /background/],
    ['<command>', /form/],
    ['file src/x.ts', /exists/],
    ['file ../secrets exists', /outside/],
    ['file /etc/passwd exists', /outside/],
    ['file .git/config unchanged', /git/],
    ['file a.ts contains', /does not say/],
    ['changes everything', /lists paths/],
    ['POST http://localhost/x is 200', /Only GET/],
    ['GET http://user:secret@localhost/ is 200', /password/],
    ['npm test expect: output /(/', /Invalid pattern/],
    ['npm test\nrm -rf /', /more than one line/],
    ['npm test \u202e tset', /hidden/],
    ['npm test \u001b[8m && rm -rf / \u001b[0m', /hidden/],
    ['x'.repeat(501), /longer/],
  ])('%j', (text, why) => {
    expect(read(text)).toMatch(why)
  })
})

test.each([
  'bash -c "npm test"',
  'timeout 60 npm test',
  '(cd web && npm test)',
  'npm start & sleep 1; curl -f localhost:3000; kill %1',
  'trap "kill $pid" EXIT; npm test',
  'if grep -q TODO src/a.ts; then exit 1; fi',
  'npm ci && wait',
  '[ -f dist/a.js ]',
  'test "$(node a.mjs)" = 5',
  'check() { npm test -- "$1"; }; check login',
])('the command %j can fail, so it is a check', (line) => {
  expect(readCheck(line)).toMatchObject({ ok: true, value: { kind: 'command', run: line } })
})

test('a check is written as it is read, and says when the work is done', () => {
  const checks: readonly Check[] = [
    { kind: 'command', run: 'npm test', exit: 3, output: 'ok', network: true },
    { kind: 'file', path: 'a.ts', is: 'contains', text: 'x y' },
    { kind: 'file', path: 'a.ts', is: 'absent' },
    { kind: 'change', within: ['src/**', 'a.md'] },
    { kind: 'address', url: 'http://localhost:1/x', status: 201, body: 'a b' },
    { kind: 'address', url: 'http://localhost:1/x', status: 200, json: { path: 'a.b', is: 'c d' } },
    { kind: 'you', question: 'Is it right?' },
  ]
  expect(checks.map((check) => read(checkText(check)))).toEqual(checks)
  expect(passText({ kind: 'command', run: 'npm test' })).toBe('`npm test` passes')
  expect(checks.map(passText)).toContain('`a.ts` does not exist')
})

describe('checks in JSON are lines, or objects as models write them:', () => {
  test.each<[unknown, unknown]>([
    ['npm test', [command('npm test')]],
    [null, []],
    [
      ['npm test', 'npm test', 'npm run lint'],
      [command('npm test'), command('npm run lint')],
    ],
    [[{ command: 'npm test', expect: 'exit 3' }], [command('npm test', { exit: 3 })]],
    [[{ kind: 'command', run: 'npm test', exit: 1 }], [command('npm test', { exit: 1 })]],
    [{ file: 'a.ts', contains: 'x' }, [{ kind: 'file', path: 'a.ts', is: 'contains', text: 'x' }]],
    [[{ changes: ['src/**'] }], [{ kind: 'change', within: ['src/**'] }]],
    [[{ get: 'http://localhost/', status: 204 }], [{ kind: 'address', url: 'http://localhost/', status: 204 }]],
    [[{ ask: 'Is it right?' }], [{ kind: 'you', question: 'Is it right?' }]],
  ])('%j', (value, checks) => {
    const result = readChecks(value)
    expect(result.ok ? result.value : result.refusal.message).toEqual(checks)
  })

  test.each([['npm test || true'], [{ nothing: 1 }], [7], [{ kind: 'file', path: '/etc/passwd', is: 'exists' }]])(
    '%j is refused',
    (value) => {
      expect(readChecks([value])).toMatchObject({ ok: false })
    },
  )
})
