import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { readCheck, type SessionId } from '@convene/domain'
import type { Checked } from '@convene/engine'
import { folderOf, git, repositoryWith } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { value } from '../worktrees/desk.fixture.ts'
import { checkRunner } from './check-runner.ts'

const session = '01J00000000000000000000000' as SessionId
const sum = 'export const sum = (a, b) => a - b\n'
const files = {
  'package.json': '{"type":"module","scripts":{"test":"node --test"}}',
  'src/sum.js': sum,
  'test/sum.test.js':
    "import assert from 'node:assert'\nimport test from 'node:test'\nimport { sum } from '../src/sum.js'\ntest('adds', () => assert.equal(sum(1, 2), 3))\n",
  '.gitignore': 'node_modules\ndist\n',
}

function place(workspace = repositoryWith(files), allowHosts: readonly string[] = []) {
  const home = folderOf()
  const checks = checkRunner({ home, environment: process.env, allowHosts: async () => allowHosts })
  const at = async (
    moment: 'before' | 'after',
    text: string,
    signal = new AbortController().signal,
  ): Promise<Checked> =>
    checks.run({ session, workspace, check: value(readCheck(text)), moment, since: '1-s1' }, signal)
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    writeFileSync(join(workspace, path), text)
  }
  return {
    home,
    workspace,
    put,
    before: (text: string) => at('before', text),
    after: (text: string, signal?: AbortSignal) => at('after', text, signal),
  }
}

const FIXED = 'export const sum = (a, b) => a + b\n'
const TEST = 'node --test'

describe('a command check', () => {
  test('fails before the work and passes after it, on the files as they are, committed or not', async () => {
    const { put, before, after } = place()
    const first = await before(TEST)
    expect(first).toMatchObject({ outcome: 'failed', exit: 1, reason: 'exit code 1' })
    expect(first.output).toContain('adds')
    put('src/sum.js', FIXED)
    const last = await after(TEST)
    expect(last).toMatchObject({ outcome: 'passed', exit: 0 })
    expect(last).not.toHaveProperty('tampered')
    expect(last.tree).toMatch(/^[0-9a-f]{40}$/)
    expect(last.tree).not.toBe(first.tree)
  })

  test('changes nothing in the workspace, and leaves no copy behind', async () => {
    const { home, workspace, before } = place()
    await before('echo mine > src/sum.js && rm package.json && touch new.txt && git status')
    expect(readFileSync(join(workspace, 'src/sum.js'), 'utf8')).toBe(sum)
    expect(git(workspace, 'status', '--porcelain')).toBe('')
    expect(git(workspace, 'worktree', 'list').trim().split('\n')).toHaveLength(1)
    expect(readdirSync(join(home, 'checks', session)).filter((name) => name.startsWith('copy'))).toEqual([])
  })

  test('has no network, no home folder and no keys', async () => {
    const { before } = place()
    expect(
      await before(
        'node -e "fetch(process.argv[1]).then(() => process.exit(0), () => process.exit(9))" http://1.1.1.1',
      ),
    ).toMatchObject({ exit: 9 })
    expect(await before('test -n "$ANTHROPIC_API_KEY"')).toMatchObject({ outcome: 'failed' })
    expect(await before('ls ~ | grep .')).toMatchObject({ outcome: 'failed' })
  })

  test('that cannot run is not a pass', async () => {
    const { before } = place()
    expect(await before('no-such-program --all')).toMatchObject({
      outcome: 'not_run',
      reason: expect.stringContaining('missing'),
    })
  })

  test('is ended by a stop', async () => {
    const { home, after } = place()
    const stop = new AbortController()
    const running = after('sleep 1000 && ls', stop.signal)
    const copies = () => readdirSync(join(home, 'checks', session)).filter((name) => name.startsWith('copy'))
    await expect.poll(() => existsSync(join(home, 'checks', session)) && copies().length).toBeGreaterThan(0)
    stop.abort()
    expect(await running).toMatchObject({ outcome: 'not_run' })
  })

  test.each([
    ['node -e "process.exit(3)" expect: exit 3', 'passed'],
    ['ls expect: exit 3', 'failed'],
    ['ls src expect: output /sum\\.js/', 'passed'],
    ['ls src expect: output /other/', 'failed'],
    ['false | cat', 'failed'],
    ['false; ls', 'failed'],
    ['! grep -q nothing src/sum.js', 'passed'],
  ])('%s: %s', async (text, outcome) => {
    expect(await place().before(text)).toMatchObject({ outcome })
  })

  test('sees ignored dependencies, and what was changed in them since', async () => {
    const { put, before, after } = place()
    put('node_modules/runner/run.js', 'process.exit(1)\n')
    expect(await before('node node_modules/runner/run.js')).toMatchObject({ outcome: 'failed', exit: 1 })
    put('node_modules/runner/run.js', 'process.exit(0)\n')
    expect(await after('node node_modules/runner/run.js')).toMatchObject({
      outcome: 'passed',
      tampered: ['node_modules/runner/run.js was changed'],
    })
  })

  test('works without a repository, too', async () => {
    const { put, before, after } = place(folderOf(files))
    expect(await before(TEST)).toMatchObject({ outcome: 'failed' })
    put('src/sum.js', FIXED)
    expect(await after(TEST)).toMatchObject({ outcome: 'passed', tree: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  test.each<[string, (put: (path: string, text: string) => void, workspace: string) => void]>([
    ['test/sum.test.js was changed', (put) => put('test/sum.test.js', 'console.log(1)\n')],
    ['test/sum.test.js was deleted', (_, workspace) => rmSync(join(workspace, 'test/sum.test.js'))],
    ['conftest.py was added', (put) => put('conftest.py', 'x = 1\n')],
    ['src/sum.js ends the process', (put) => put('src/sum.js', 'process.exit(0)\nexport const sum = 1\n')],
  ])('is marked if its author changed what it tests: %s', async (words, tamper) => {
    const { workspace, put, before, after } = place()
    await before(TEST)
    put('src/sum.js', FIXED)
    tamper(put, workspace)
    const seen = await after(TEST)
    expect(seen).toMatchObject({ outcome: 'passed' })
    expect(seen.tampered).toContain(words)
  })
})

describe('a file check', () => {
  test.each([
    ['file src/sum.js exists', 'passed'],
    ['file src/none.js exists', 'failed'],
    ['file src/none.js absent', 'passed'],
    ['file src/sum.js absent', 'failed'],
    ['file src/sum.js contains "sum"', 'passed'],
    ['file src/sum.js contains "product"', 'failed'],
    ['file src exists', 'failed'],
    ['file out.txt exists', 'failed'],
    ['file .env contains "KEY"', 'not_run'],
  ])('%s: %s', async (text, outcome) => {
    const { workspace, put, before } = place()
    put('.env', 'KEY=1\n')
    symlinkSync('/etc/passwd', join(workspace, 'out.txt'))
    expect(await before(text)).toMatchObject({ outcome })
  })

  test('looks at ignored files in the workspace', async () => {
    const { put, before } = place()
    put('dist/app.js', 'built\n')
    expect(await before('file dist/app.js contains "built"')).toMatchObject({ outcome: 'passed' })
  })

  test('notices that a file was changed, or emptied', async () => {
    const { put, before, after } = place()
    expect(await before('file src/sum.js unchanged')).toMatchObject({ outcome: 'passed' })
    put('src/sum.js', '')
    expect(await after('file src/sum.js unchanged')).toMatchObject({ outcome: 'failed' })
    expect(await after('file ./src//sum.js unchanged')).toMatchObject({ outcome: 'failed' })
    expect(await after('file src/sum.js exists')).toMatchObject({ outcome: 'failed', reason: 'it was emptied' })
  })

  test('that must not change is also compared if git ignores it, and must exist', async () => {
    const { put, before, after } = place()
    put('dist/out.js', 'one')
    expect(await before('file dist/out.js unchanged')).toMatchObject({ outcome: 'passed' })
    expect(await after('file dist/out.js unchanged')).toMatchObject({ outcome: 'passed' })
    put('dist/out.js', 'two')
    expect(await after('file dist/out.js unchanged')).toMatchObject({ outcome: 'failed', reason: 'it was changed' })
    expect(await before('file src/smu.js unchanged')).toMatchObject({ outcome: 'not_run' })
    put('dist/late.js', 'one')
    expect(await after('file dist/late.js unchanged')).toMatchObject({ outcome: 'not_run' })
  })
})

test('a change check passes if something changed, and nothing outside its paths did', async () => {
  const { put, before, after } = place()
  expect(await before('changes src/**')).toMatchObject({ outcome: 'failed' })
  expect(await after('changes src/**')).toMatchObject({ outcome: 'failed', reason: 'nothing was changed' })
  put('src/sum.js', FIXED)
  expect(await after('changes src/**')).toMatchObject({ outcome: 'passed' })
  put('README.md', 'x')
  expect(await after('changes src/**')).toMatchObject({ outcome: 'failed', reason: 'it also changed README.md' })
})

test('an address check asks only hosts that the user allowed', async () => {
  const server = createServer(({ url }, response) =>
    url === '/old' ? response.writeHead(301, { location: '/' }).end() : response.end('{"db":{"state":"up"}}'),
  ).listen(0, '127.0.0.1')
  try {
    await new Promise((resolve) => server.once('listening', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const workspace = repositoryWith(files)
    expect(await place(workspace).before(`GET ${origin}/ is 200`)).toMatchObject({ outcome: 'not_run' })
    const { before } = place(workspace, [origin])
    expect(await before(`GET ${origin}/ is 200`)).toMatchObject({ outcome: 'passed' })
    expect(await before(`GET ${origin}/old is 301`)).toMatchObject({ outcome: 'passed' })
    expect(await before(`GET ${origin}/old is 200`)).toMatchObject({ outcome: 'failed', reason: 'it answers 301' })
    expect(await before(`GET ${origin}/ is 404`)).toMatchObject({ outcome: 'failed', reason: 'it answers 200' })
    expect(await before(`GET ${origin}/ is 200 json db.state "up"`)).toMatchObject({ outcome: 'passed' })
    expect(await before(`GET ${origin}/ is 200 json db.state "down"`)).toMatchObject({ outcome: 'failed' })
    expect(await before(`GET ${origin}/ is 200 body "db"`)).toMatchObject({ outcome: 'passed' })
    expect(await place(workspace, ['http://127.0.0.1:9']).before('GET http://127.0.0.1:9/ is 200')).not.toMatchObject({
      outcome: 'passed',
    })
  } finally {
    server.close()
  }
})

test('a copy that a killed process left behind is removed', async () => {
  const { home, workspace, before } = place()
  const left = join(home, 'checks', session, 'copy-0000abcd')
  mkdirSync(left, { recursive: true })
  expect(await before('ls src')).toMatchObject({ outcome: 'passed' })
  expect(existsSync(left)).toBe(false)
  expect(existsSync(workspace)).toBe(true)
})
