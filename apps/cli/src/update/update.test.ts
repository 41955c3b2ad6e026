import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { temporaryFolder } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { installerProgram, type UpdateDesk, updateCheckout, updatePackage } from './update.ts'

/** A desk whose npm records its calls, and answers as the test says. */
function desk({ check = false, npm = 'echo' } = {}) {
  const folder = temporaryFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  mkdirSync(folder.file('bin'))
  writeFileSync(folder.file('bin/npm'), `#!/bin/sh\necho "$@" >> '${folder.file('asked')}'\n${npm}\n`)
  chmodSync(folder.file('bin/npm'), 0o755)
  const lines: string[] = []
  const made: UpdateDesk = {
    environment: { ...process.env, PATH: `${folder.file('bin')}${delimiter}${process.env.PATH}` },
    check,
    say: (text) => void lines.push(text),
    complain: (text) => void lines.push(`! ${text}`),
  }
  const asked = () =>
    existsSync(folder.file('asked')) ? readFileSync(folder.file('asked'), 'utf8').trim().split('\n') : []
  return { folder, desk: made, lines, asked }
}

const git = (cwd: string, ...words: readonly string[]) => {
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@localhost', '-c', 'commit.gpgsign=false']
  const { status, stderr, stdout } = spawnSync('git', [...person, ...words], { cwd, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  return stdout.trim()
}

/** A repository with one more commit than its clone. */
function clone(folder: { file(name: string): string }): string {
  const [theirs, ours] = [folder.file('theirs'), folder.file('ours')]
  mkdirSync(theirs)
  git(theirs, 'init', '--quiet', '--initial-branch=main')
  writeFileSync(join(theirs, 'a.txt'), 'one\n')
  git(theirs, 'add', '.')
  git(theirs, 'commit', '--quiet', '--message', 'one')
  git(theirs, 'clone', '--quiet', theirs, ours)
  appendFileSync(join(theirs, 'a.txt'), 'two\n')
  git(theirs, 'commit', '--quiet', '--all', '--message', 'two')
  return ours
}

test('a checkout is updated to the newest commit and reinstalled', async () => {
  const { folder, desk: at, lines, asked } = desk()
  const ours = clone(folder)
  expect(await updateCheckout(at, ours)).toBe(0)
  expect(readFileSync(join(ours, 'a.txt'), 'utf8')).toBe('one\ntwo\n')
  expect(asked()).toEqual(['ci --no-audit --no-fund'])
  expect(lines[0]).toBe('1 newer commit on origin/main.')
  expect(await updateCheckout(at, ours)).toBe(0)
  expect(lines.at(-1)).toBe('Up to date with origin/main.')
})

test('a check changes nothing', async () => {
  const { folder, desk: at, lines, asked } = desk({ check: true })
  const ours = clone(folder)
  expect(await updateCheckout(at, ours)).toBe(0)
  expect(readFileSync(join(ours, 'a.txt'), 'utf8')).toBe('one\n')
  expect([lines.at(-1), asked()]).toEqual(['To update: convene update', []])
})

test('a checkout with uncommitted changes is left alone', async () => {
  const { folder, desk: at, lines, asked } = desk()
  const ours = clone(folder)
  writeFileSync(join(ours, 'a.txt'), 'mine\n')
  expect(await updateCheckout(at, ours)).toBe(1)
  expect([readFileSync(join(ours, 'a.txt'), 'utf8'), asked()]).toEqual(['mine\n', []])
  expect(lines.at(-1)).toContain('uncommitted changes')
})

test('a checkout that has diverged is not merged', async () => {
  const { folder, desk: at, lines, asked } = desk()
  const ours = clone(folder)
  writeFileSync(join(ours, 'b.txt'), 'mine\n')
  git(ours, 'add', '.')
  git(ours, 'commit', '--quiet', '--message', 'mine')
  expect(await updateCheckout(at, ours)).toBe(1)
  expect([lines.at(-1)?.slice(0, 13), asked()]).toEqual(['! That failed', []])
})

const copy = { kind: 'global', folder: '/', name: '@convene/cli', version: '1.0.0' } as const

test('a global package is reinstalled in the newest version', async () => {
  const { desk: at, lines, asked } = desk({ npm: 'test "$1" != view || echo 1.2.0' })
  expect(await updatePackage(at, copy)).toBe(0)
  expect(asked()).toEqual(['view @convene/cli version', 'install --global @convene/cli@1.2.0'])
  expect(lines[0]).toBe('1.2.0 is out. This is 1.0.0.')
})

test.each([
  [
    'another kind of copy',
    { ...copy, kind: 'project' as const },
    'echo 1.2.0',
    0,
    'To update: npm install @convene/cli@1.2.0',
  ],
  [
    'an image',
    { ...copy, kind: 'image' as const },
    'echo 1.2.0',
    0,
    'To update: build the image of 1.2.0 and start a new container. Images are replaced, not updated',
  ],
  ['the newest version', copy, 'echo 1.0.0', 0, '1.0.0 is the newest version.'],
  ['an older one in the registry', copy, 'echo 0.9.0', 0, '1.0.0 is the newest version.'],
  ['no network', copy, 'exit 1', 1, '! npm did not report'],
  ['a registry that answers with a command', copy, 'echo "1.2.0; touch /tmp/x"', 1, '! npm did not report'],
])('with %s, nothing is installed', async (_name, of, npm, code, said) => {
  const { desk: at, lines, asked } = desk({ npm })
  expect(await updatePackage(at, of)).toBe(code)
  expect(lines.at(-1)).toContain(said)
  expect(asked()).toHaveLength(1)
})

test('npm is asked for Convene only, and looks for no newer version of itself', async () => {
  const { desk: at } = desk({ npm: 'test "$npm_config_update_notifier" = false && echo 1.0.0' })
  expect(await updatePackage(at, copy)).toBe(0)
})

test('the newest version comes from the registry that npm is set to', async () => {
  const asked: string[] = []
  const registry = createServer((request, response) => {
    asked.push(decodeURIComponent(request.url ?? ''))
    const versions = { '9.9.9': { name: copy.name, version: '9.9.9', dist: { tarball: 'http://127.0.0.1/none.tgz' } } }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ name: copy.name, 'dist-tags': { latest: '9.9.9' }, versions }))
  })
  await new Promise<void>((resolve) => void registry.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void registry.close())
  const { folder, lines, desk: at } = desk({ check: true })
  const { port } = registry.address() as AddressInfo
  const npm = { npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_cache: folder.file('cache') }
  const environment = { ...process.env, ...npm, HOME: folder.path }
  expect(await updatePackage({ ...at, environment }, copy)).toBe(0)
  expect(lines).toEqual(['9.9.9 is out. This is 1.0.0.', 'To update: convene update'])
  expect(new Set(asked)).toEqual(new Set(['/@convene/cli']))
})

test.each([
  ['linux', 'npm', 'npm', false],
  ['darwin', 'npm', 'npm', false],
  ['win32', 'npm', 'npm.cmd', true],
  ['win32', 'git', 'git', false],
])('on %s, %s is started as %s', (platform, name, program, shell) => {
  expect(installerProgram(name, platform)).toEqual({ program, shell })
})
