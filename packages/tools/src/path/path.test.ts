import { realpathSync, renameSync, symlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, posix, win32 } from 'node:path'
import { systemOf } from '@convene/platform'
import { folderOf } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openFile, openFolder } from './open-checked.ts'
import { makePipe } from './pipe.fixture.ts'
import { refuseName } from './refuse-name.ts'
import { insideOf, isVirtual, lastName, type ResolvedPath, resolvePath } from './resolve-path.ts'
import { holdsSecrets, whySensitive } from './sensitive.ts'

const folderWith = (files: { readonly [path: string]: string } = {}) => realpathSync(folderOf(files))

async function placeOf(root: string, path: string): Promise<ResolvedPath> {
  const place = await resolvePath(root, path)
  if (!place.ok) throw new Error(place.refusal.message)
  return place.value
}

const refusalOf = async (root: string, path: string) => {
  const place = await resolvePath(root, path)
  return place.ok ? place.value : place.refusal.message
}

describe('a path', () => {
  test('is resolved as the kernel does: links are followed, and ".." goes up from their target', async () => {
    const outside = folderWith({ 'deep/file.txt': '' })
    const root = folderWith({ 'src/a.ts': '' })
    symlinkSync(join(outside, 'deep'), join(root, 'link'))
    expect(await placeOf(root, 'src/../src/./a.ts')).toMatchObject({ inside: 'src/a.ts', kind: 'file' })
    expect(await placeOf(root, 'link/file.txt')).toMatchObject({
      inside: undefined,
      real: join(outside, 'deep/file.txt'),
    })
    expect(await placeOf(root, 'link/..')).toMatchObject({ inside: undefined, real: outside, kind: 'folder' })
    expect(await placeOf(root, join(root, 'src'))).toMatchObject({ inside: 'src', kind: 'folder' })
    expect(await placeOf(root, '.')).toMatchObject({ inside: '.', real: root })
  })

  test('is outside by its components, not by its characters', async () => {
    const root = folderWith({ 'work/a': '', 'work-else/b': '' })
    expect(await placeOf(join(root, 'work'), '../work-else/b')).toMatchObject({ inside: undefined })
    expect(insideOf('/a/b', '/a/bc')).toBeUndefined()
    expect(insideOf('/a/b', '/a/b/..c')).toBe('..c')
    expect(insideOf('/', '/etc')).toBe('etc')
  })

  test('to something new is resolved by the nearest existing folder', async () => {
    const outside = folderWith()
    const root = folderWith()
    symlinkSync(outside, join(root, 'link'))
    expect(await placeOf(root, 'a/b/c.ts')).toEqual({
      asked: 'a/b/c.ts',
      real: join(root, 'a/b/c.ts'),
      base: root,
      inside: 'a/b/c.ts',
      kind: 'nothing',
    })
    expect(await placeOf(root, 'link/new/c.ts')).toMatchObject({ inside: undefined, base: outside })
    expect(await refusalOf(root, 'none/../../etc')).toMatch('passes through a folder that does not exist')
  })

  test('is taken literally: nothing is expanded', async () => {
    const root = folderWith({ '~/a': '', $HOME: '', '%PATH%': '' })
    expect(await placeOf(root, '~/a')).toMatchObject({ inside: '~/a', kind: 'file' })
    expect(await placeOf(root, '$HOME')).toMatchObject({ inside: '$HOME', kind: 'file' })
    expect(await placeOf(root, '%PATH%')).toMatchObject({ inside: '%PATH%', kind: 'file' })
  })

  test.each([
    ['a\0b', 'NUL'],
    ['x'.repeat(5_000), 'longer than'],
    ['\\\\server\\share', 'network or device path'],
    ['\\\\.\\PhysicalDrive0', 'network or device path'],
    ['/proc/self/environ', 'not a place for files'],
    ['/proc/self/root/etc/passwd', 'not a place for files'],
    ['//proc/version', 'not a place for files'],
    ['/dev/zero', 'not a place for files'],
    ['/sys/kernel', 'not a place for files'],
  ])('%j is refused', async (path, why) => {
    expect(await refusalOf(folderWith(), path)).toMatch(why)
  })

  test('to a device, a pipe, a socket, nowhere or in a circle is refused', async () => {
    const root = folderWith()
    makePipe(join(root, 'pipe'))
    symlinkSync('/dev/zero', join(root, 'zero'))
    symlinkSync('/proc/self/environ', join(root, 'environ'))
    symlinkSync(join(root, 'gone'), join(root, 'nowhere'))
    symlinkSync(join(root, 'b'), join(root, 'a'))
    symlinkSync(join(root, 'a'), join(root, 'b'))
    const server = createServer().listen(join(root, 'socket'))
    onTestFinished(() => void server.close())
    expect(await refusalOf(root, 'pipe')).toMatch('a device, a pipe or a socket')
    expect(await refusalOf(root, 'socket')).toMatch('a device, a pipe or a socket')
    expect(await refusalOf(root, 'zero')).toMatch('not a place for files')
    expect(await refusalOf(root, 'environ')).toMatch('not a place for files')
    expect(await refusalOf(root, 'nowhere')).toMatch('broken link')
    expect(await refusalOf(root, 'nowhere/x')).toMatch('broken link')
    expect(await refusalOf(root, 'a/x')).toMatch('circular link')
  })

  test('through a file is refused', async () => {
    expect(await refusalOf(folderWith({ 'a.txt': '' }), 'a.txt/b')).toMatch('uses a file as a folder')
  })

  test.each([
    'NUL', 'src/con.txt', 'COM1', 'file.txt:stream', 'C:relative', 'C:\\a\\aux.h', '//server/share', 'name.', 'name ',
  ])('%j is refused on Windows', (path) => {
    expect(refuseName(path, 'win32')).toBeDefined()
  }) // biome-ignore format: a list of names

  test.each(['src\\a.ts', 'C:\\work\\a.ts', 'console.ts', '..\\a', '.'])('%j is a path on Windows', (path) => {
    expect(refuseName(path, 'win32')).toBeUndefined()
  })
})

describe('a path below a folder', () => {
  test.each([
    [posix, '/shop', '/shop', '.'],
    [posix, '/shop', '/shop/a/b', 'a/b'],
    [posix, '/shop', '/shopshop/a', undefined],
    [posix, '/shop', '/shop/../etc', undefined],
    [posix, '/shop', '/shop/..a', '..a'],
    [posix, '/shop', '/shop/a\\b', 'a\\b'],
    [win32, 'C:\\work', 'C:\\work', '.'],
    [win32, 'C:\\work', 'c:\\WORK\\a\\b', 'a/b'],
    [win32, 'C:\\work', 'C:\\work/a/b', 'a/b'],
    [win32, 'C:\\work', 'C:\\workshop\\a', undefined],
    [win32, 'C:\\work', 'D:\\work\\a', undefined],
    [win32, 'C:\\work', '\\\\server\\work\\a', undefined],
    [win32, 'C:\\work', 'C:\\work\\..\\secret', undefined],
  ])('%#: of %j, %j', (on, folder, file, inside) => {
    expect(insideOf(folder, file, on)).toBe(inside)
  })
})

test.each([
  ['linux', '/proc/self/environ', true, 'a\\b'],
  ['darwin', '//dev/zero', true, 'a\\b'],
  ['win32', '/proc/self/environ', false, 'b'],
])('on %s, %s is judged and a\\b is read as on that system', (name, path, isNoFile, last) => {
  expect(isVirtual(path, systemOf(name))).toBe(isNoFile)
  expect(isVirtual('/process/a', systemOf(name))).toBe(false)
  expect(lastName('/x/a\\b', systemOf(name)).name).toBe(last)
})

describe('between checking and opening', () => {
  test('a file that became a link is not opened', async () => {
    const root = folderWith({ 'a.txt': 'mine', 'secret.txt': 'theirs' })
    const place = await placeOf(root, 'a.txt')
    renameSync(join(root, 'a.txt'), join(root, 'b.txt'))
    symlinkSync(join(root, 'secret.txt'), join(root, 'a.txt'))
    expect(await openFile(place)).toMatchObject({ ok: false })
  })

  test('a file in a folder that became a link is not opened', async () => {
    const outside = folderWith({ 'a.txt': 'theirs' })
    const root = folderWith({ 'src/a.txt': 'mine' })
    const place = await placeOf(root, 'src/a.txt')
    renameSync(join(root, 'src'), join(root, 'old'))
    symlinkSync(outside, join(root, 'src'))
    expect(await openFile(place)).toMatchObject({ ok: false, refusal: { code: 'path_changed' } })
  })

  test('a file that became a pipe neither opens nor waits', async () => {
    const root = folderWith({ 'a.txt': '' })
    const place = await placeOf(root, 'a.txt')
    makePipe(join(root, 'a.txt'))
    expect(await openFile(place)).toMatchObject({ ok: false })
  })

  test('an open folder stays the same folder, no matter what happens to its name', async () => {
    const outside = folderWith({ 'a.txt': 'theirs' })
    const root = folderWith({ 'src/a.txt': 'mine' })
    const opened = await openFolder(join(root, 'src'))
    if (!opened.ok) throw new Error(opened.refusal.message)
    onTestFinished(() => opened.value.handle.close())
    renameSync(join(root, 'src'), join(root, 'old'))
    symlinkSync(outside, join(root, 'src'))
    expect(await readFile(join(opened.value.pinned, 'a.txt'), 'utf8')).toBe('mine')
  })
})

describe('a sensitive file', () => {
  test.each([
    '.github/workflows/ci.yml', '.gitlab-ci.yml', 'package-lock.json', 'sub/yarn.lock', 'Cargo.lock', '.git/config',
    '.husky/pre-commit', '.githooks/pre-commit', '.gitconfig', 'src/HEAD', 'certs/server.pem', 'id_ed25519', '.env', '.env.production', 'apps/x/.env.local', '.npmrc', '.netrc',
    '.aws/credentials', '/home/ada/.ssh/config', '.convene/config.json', '.squad/team.md', '.vscode/tasks.json', '.mcp.json',
    'AGENTS.md', 'sub/agents.md', 'Jenkinsfile', '.GIT/hooks/pre-commit', 'private.key',
    '.claude/settings.json', '.cursor/rules/x.mdc', '.devcontainer/devcontainer.json', '.idea/workspace.xml',
    'my.code-workspace', '.yarnrc.yml', '.gitmodules', '.bashrc', 'home/.zshenv', '.agents/skills/x/SKILL.md', '.envrc',
    'sub/.husky/pre-push', '.gitlab-ci.yaml', '.circleci/config.yml', '.Claude/hooks.json',
  ])('%s asks before it is changed', (path) => {
    expect(whySensitive(path)).toBeDefined()
  }) // biome-ignore format: a list of names

  test.each(['src/a.ts', '.gitignore', 'src/github/x.ts', 'docs/env.md', 'environment.ts', 'README.md', 'src/lock.ts'])(
    '%s does not ask',
    (path) => {
      expect(whySensitive(path)).toBeUndefined()
    },
  )

  test('holds secrets if it is an environment file, a key or credentials, but not if it is code', () => {
    const asked = ['.env', '.env.local', 'id_rsa', 'server.pem', 'credentials.json', '.npmrc', '.ssh/config']
    const free = ['src/id_map.py', 'src/credentials.ts', 'README.md', '.github/workflows/ci.yml', 'package-lock.json']
    expect(asked.filter(holdsSecrets)).toEqual(asked)
    expect(free.filter(holdsSecrets)).toEqual([])
  })

  test('includes everything in a folder of secrets', () => {
    expect(holdsSecrets('.aws/anything')).toBe(true)
  })
})
