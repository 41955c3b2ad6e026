import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { readCheck, type SessionId } from '@convene/domain'
import type { Checked } from '@convene/engine'
import { folderOf, repositoryWith } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { value } from '../worktrees/desk.fixture.ts'
import { checkRunner } from './check-runner.ts'
import { changedSince, foldersIn } from './ignored-changes.ts'

const session = '01J00000000000000000000000' as SessionId

function place(files: { readonly [path: string]: string }, allowHosts: readonly string[] = []) {
  const workspace = repositoryWith({ '.gitignore': 'node_modules\n__pycache__\nspare\n', ...files })
  const checks = checkRunner({ home: folderOf(), environment: process.env, allowHosts: async () => allowHosts })
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    writeFileSync(join(workspace, path), text)
  }
  const at = (moment: 'before' | 'after', since: string, text: string): Promise<Checked> =>
    checks.run({ session, workspace, check: value(readCheck(text)), moment, since }, new AbortController().signal)
  return { workspace, put, at }
}

test.each(['debug', 'release', 'incremental'])(
  'a package named %s is no cache: changing it is changing what a check tests',
  async (name) => {
    const { put, at } = place({})
    put(`node_modules/${name}/index.js`, 'process.exit(1)\n')
    await at('before', 's1', `node node_modules/${name}`)
    put(`node_modules/${name}/index.js`, 'process.exit(0)\n')
    const seen = await at('after', 's1', `node node_modules/${name}`)
    expect(seen.tampered).toContain(`node_modules/${name}/index.js was changed`)
  },
)

test('a dependency prepared in an earlier step and moved into place is seen', async () => {
  const { workspace, put, at } = place({ 'run.js': "require('tester')\n" })
  put('node_modules/tester/index.js', 'process.exit(1)\n')
  put('spare/tester/index.js', 'process.exit(0)\n')
  await at('before', 's2', 'node run.js')
  rmSync(join(workspace, 'node_modules/tester'), { recursive: true })
  renameSync(join(workspace, 'spare/tester'), join(workspace, 'node_modules/tester'))
  const seen = await at('after', 's2', 'node run.js')
  expect(seen).toMatchObject({ outcome: 'passed' })
  expect(seen.tampered).toContain('node_modules/tester was replaced')
})

test('what a build in Rust leaves behind is not called a changed test', async () => {
  const { put, at } = place({ '.gitignore': 'target\n', 'a.txt': 'x' })
  await at('before', 's1', 'grep -q x a.txt')
  for (const made of ['CACHEDIR.TAG', '.rustc_info.json', 'debug/app', 'release/app']) put(`target/${made}`, '')
  expect(await at('after', 's1', 'grep -q x a.txt')).not.toHaveProperty('tampered')
  put('target/test-classes/ATest.class', '')
  expect((await at('after', 's1', 'grep -q x a.txt')).tampered).toEqual(['target/test-classes was added'])
})

test('more ignored files than can be compared are said to be too many, not unchanged', async () => {
  const workspace = folderOf()
  mkdirSync(join(workspace, 'node_modules/a'), { recursive: true })
  for (const name of ['1', '2', '3', '4', '5']) writeFileSync(join(workspace, 'node_modules/a', name), '')
  mkdirSync(join(workspace, 'node_modules/b'))
  const folders = await foldersIn(workspace, ['node_modules'])
  const future = { at: Date.now() + 1_000_000, folders, line: 'npm test' }
  expect(await changedSince(workspace, ['node_modules'], { ...future, most: 100 })).toEqual([])
  expect(await changedSince(workspace, ['node_modules'], { ...future, most: 5 })).toEqual([
    'there are too many ignored files to compare them',
  ])
})

test('what Python has compiled is not taken for the source it was compiled from', async () => {
  const test = 'import sum\nassert sum.sum(1, 2) == 3\n'
  const { workspace, put, at } = place({ 'sum.py': 'def sum(a, b): return a - b\n', 'check.py': test })
  await at('before', 's1', 'python3 check.py')
  put('right.py', 'def sum(a, b): return a + b\n')
  const compile =
    "import py_compile; py_compile.compile('right.py', cfile='__pycache__/sum.cpython-%d%d.pyc' % __import__('sys').version_info[:2], invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)"
  execFileSync('python3', ['-c', compile], { cwd: workspace })
  rmSync(join(workspace, 'right.py'))
  expect(await at('after', 's1', 'python3 check.py')).toMatchObject({ outcome: 'failed' })
})

test('however many tests were changed, a few are named and the others counted', async () => {
  const { put, at } = place({ 'a.txt': 'x' })
  await at('before', 's1', 'grep -q x a.txt')
  for (let index = 0; index < 300; index++) put(`test/${'long'.repeat(40)}${index}.js`, '')
  const { tampered = [] } = await at('after', 's1', 'grep -q x a.txt')
  expect(tampered.length).toBeLessThan(30)
  expect(tampered[0]).toBe('300 changes in all')
})

test('an address that answers with megabytes or control characters does not fill the log with them', async () => {
  const long = `\u001b[2J\u0000${'x'.repeat(1_000_000)}`
  const server = createServer(({ url }, response) =>
    response.end(url === '/raw' ? long : JSON.stringify({ state: long })),
  )
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { at } = place({}, [origin])
  const seen = await at('before', 's1', `GET ${origin}/ is 200 json state "up"`)
  expect(seen).toMatchObject({ outcome: 'failed' })
  expect(seen.reason?.length).toBeLessThan(400)
  const raw = await at('before', 's1', `GET ${origin}/raw is 200 body "up"`)
  for (const said of [seen.reason, seen.output, raw.reason, raw.output]) expect(said).not.toMatch(/\p{Cc}/u)
  expect(raw.output?.length).toBeLessThan(3_000)
})
