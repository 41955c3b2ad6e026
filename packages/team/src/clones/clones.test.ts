import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionId } from '@convene/domain'
import { askGit } from '@convene/platform'
import { type GitServer, gitServer, sessionNumber } from '@convene/testkit'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { cloneLimits, fetchCommit, resolveRef } from './fetch-commit.ts'
import { isRepositoryName, readRepository, readRepositoryName } from './repository-name.ts'
import { cloneFolder, openClone, type SessionClone } from './session-clone.ts'

const server: GitServer = await gitServer({
  'readme.md': 'One.\n',
  'src/app.js': 'run()\n',
  '.gitignore': 'built/\n',
  '.gitattributes': '* filter=evil\n',
  '.gitmodules': '[submodule "x"]\n\tpath = x\n\turl = file:///etc\n',
  outside: { link: '/etc/hostname' },
})
afterAll(() => server.close())
const [first, second] = server.commits
beforeEach(() => {
  Object.assign(server, { token: undefined, redirect: undefined })
  server.asked.length = 0
})

const source = (more = {}) => ({ url: server.url, environment: {}, ...more })
function newHome(): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'convene-clones-')))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return home
}

async function opened(home: string, session: SessionId = sessionNumber(1)): Promise<SessionClone> {
  const clone = await openClone(home, session, { url: server.url, commit: first }, source())
  if (!clone.ok) throw new Error(clone.refusal.message)
  return clone.value
}

const given = <T>(result: { ok: true; value: T } | { ok: false; refusal: { message: string } }): T => {
  if (!result.ok) throw new Error(result.refusal.message)
  return result.value
}

describe('a repository name', () => {
  test.each([
    ['git:https://host.example/team/shop.git', 'https://host.example/team/shop.git', 'HEAD'],
    ['git:https://HOST.example:8443/shop@release/2.x', 'https://host.example:8443/shop', 'release/2.x'],
    [`git:https://host.example/shop@${first}`, 'https://host.example/shop', first],
  ])('%s is accepted', (text, url, ref) => {
    expect(readRepository(text)).toEqual({ ok: true, value: { url, ref } })
  })

  test.each([
    'git:ssh://host/shop',
    'git:file:///etc',
    'git:ext::sh -c id',
    'git:/srv/shop',
    'git:https://user:secret@host/shop',
    'git:https://host/shop?x=1',
    'git:https://host/shop#x',
    'git:https://host/',
    'git:https://host/a%2e%2e/b',
    'git:https://host/-x/y',
    'git:https://host/shop@--upload-pack=id',
    'git:https://host/shop@a..b',
    'git:https://host/shop@a b',
    'git:https://host/shop\n@main',
    'git:',
  ])('%j is refused, and never mistaken for a folder', (text) => {
    expect([readRepository(text).ok, isRepositoryName(text), readRepositoryName(text)]).toEqual([
      false,
      true,
      undefined,
    ])
  })

  test('a session names a commit, not a branch that moves', () => {
    expect(readRepositoryName('git:https://host/shop@main')).toBeUndefined()
    expect(readRepositoryName(`git:https://host/shop@${first}`)).toEqual({ url: 'https://host/shop', commit: first })
    expect(readRepositoryName('/srv/shop')).toBeUndefined()
  })
})

describe('fetching a commit', () => {
  test('a branch, a tag and the default resolve to their commits, and an unknown name to none', async () => {
    const commitOf = async (ref: string) => {
      const found = await resolveRef(source(), { url: server.url, ref })
      return found.ok ? found.value : found.refusal.code
    }
    const refs = ['HEAD', 'main', 'next', 'v2', first, 'nowhere']
    expect(await Promise.all(refs.map(commitOf))).toEqual([first, first, second, second, first, 'unknown_commit'])
  })

  test('brings only its files: no history or submodules, and no program from its settings runs', async () => {
    const folder = join(newHome(), 'tree')
    given(await fetchCommit(source(), second, folder))
    expect(readFileSync(join(folder, 'second.md'), 'utf8')).toBe('Two.\n')
    expect(existsSync(join(folder, 'x'))).toBe(false)
    const count = await askGit({ args: ['rev-list', '--count', 'HEAD'], folder })
    expect([count, readdirSync(join(folder, '.git')).includes('hooks')]).toEqual([{ ok: true, value: '1' }, false])
    expect(lstatSync(join(folder, 'outside')).isSymbolicLink()).toBe(true)
  })

  test('for reading only, links become plain files', async () => {
    const folder = join(newHome(), 'tree')
    given(await fetchCommit(source(), first, folder, { links: false }))
    expect([lstatSync(join(folder, 'outside')).isFile(), readFileSync(join(folder, 'outside'), 'utf8')]).toEqual([
      true,
      '/etc/hostname',
    ])
  })

  test('sends the token only to its address, and stores it in no file', async () => {
    server.token = 'a-token-of-this-test'
    const home = newHome()
    expect((await fetchCommit(source(), first, join(home, 'a'))).ok).toBe(false)
    expect((await fetchCommit(source({ token: 'wrong' }), first, join(home, 'b'))).ok).toBe(false)
    given(await fetchCommit(source({ token: server.token }), first, join(home, 'c')))
    const config = readFileSync(join(home, 'c', '.git', 'config'), 'utf8')
    expect([config.includes(server.token), config.includes('extraHeader')]).toEqual([false, false])
  })

  test('does not follow a redirect to another address', async () => {
    const other = await gitServer()
    onTestFinished(() => other.close())
    server.redirect = other.address.slice(0, -1)
    const fetched = await fetchCommit(source({ token: 'secret' }), first, join(newHome(), 'tree'))
    expect([fetched.ok, other.asked]).toEqual([false, []])
  })

  test.each([
    ['the download', { packBytes: 10 }],
    ['the size of the files', { treeBytes: 10 }],
    ['the number of files', { files: 2 }],
  ])('stops if %s exceeds its limit', async (_, limits) => {
    const fetched = await fetchCommit(source(), first, join(newHome(), 'tree'), {
      limits: { ...cloneLimits, ...limits },
    })
    expect(fetched).toMatchObject({ ok: false, refusal: { code: 'too_large' } })
  })

  test('refuses a commit or an address that does not exist', async () => {
    const missing = await fetchCommit(source(), '0'.repeat(40), join(newHome(), 'tree'))
    const nowhere = await fetchCommit({ url: 'http://127.0.0.1:9/x', environment: {} }, first, join(newHome(), 'tree'))
    expect([missing, nowhere]).toMatchObject(Array(2).fill({ ok: false, refusal: { code: 'not_cloned' } }))
  })
})

describe('a session’s clone', () => {
  test('is fetched once, and agents can use git in it', async () => {
    const home = newHome()
    const { folder } = await opened(home)
    const requests = server.asked.length
    expect((await opened(home)).folder).toBe(folder)
    expect(server.asked.length).toBe(requests)
    expect(await askGit({ args: ['status', '--porcelain'], folder })).toEqual({ ok: true, value: '' })
  })

  test('what was changed, added and removed is there on another machine, and ignored files are not', async () => {
    const [mine, theirs] = [await opened(newHome()), await opened(newHome())]
    writeFileSync(join(mine.folder, 'readme.md'), 'Changed.\n')
    writeFileSync(join(mine.folder, 'new.bin'), Buffer.from([0, 255, 10, 13]))
    rmSync(join(mine.folder, 'src', 'app.js'))
    mkdirSync(join(mine.folder, 'built'))
    writeFileSync(join(mine.folder, 'built', 'x'), 'x')
    const work = given(await mine.changes())
    if (!work) throw new Error('nothing changed')
    await mine.stored(work, 'm1')
    expect([await mine.mark(), given(await mine.changes())]).toEqual(['m1', undefined])
    writeFileSync(join(theirs.folder, 'stale.txt'), 'left by a call that was never stored')
    given(await theirs.become(work.bytes, 'm1'))
    expect(readFileSync(join(theirs.folder, 'readme.md'), 'utf8')).toBe('Changed.\n')
    expect([...readFileSync(join(theirs.folder, 'new.bin'))]).toEqual([0, 255, 10, 13])
    const there = ['src/app.js', 'built', 'stale.txt', '.git'].map((name) => existsSync(join(theirs.folder, name)))
    expect(there).toEqual([false, false, false, true])
    expect([await theirs.mark(), given(await theirs.changes())]).toEqual(['m1', undefined])
  })

  test('an agent that rigs its own repository gains nothing from it', async () => {
    const home = newHome()
    const { folder, changes } = await opened(home)
    const evil = join(home, 'evil')
    const config = `[core]\n\tworktree = /etc\n\thooksPath = ${evil}\n\tfsmonitor = touch ${evil}\n[filter "evil"]\n\tclean = touch ${evil}\n`
    writeFileSync(join(folder, '.git', 'config'), config)
    mkdirSync(join(folder, '.git', 'hooks'), { recursive: true })
    writeFileSync(join(folder, '.git', 'hooks', 'pre-commit'), `#!/bin/sh\ntouch ${evil}\n`, { mode: 0o755 })
    symlinkSync('/etc', join(folder, 'etc'))
    writeFileSync(join(folder, 'added.md'), 'x')
    const work = given(await changes())
    const listed = await askGit({
      args: ['ls-tree', '-r', '--name-only', work?.tip ?? ''],
      folder: join(cloneFolder(home, sessionNumber(1)), 'git'),
    })
    expect([existsSync(evil), given(listed).split('\n')]).toEqual([
      false,
      ['.gitattributes', '.gitignore', '.gitmodules', 'added.md', 'etc', 'outside', 'readme.md', 'src/app.js'],
    ])
  })

  test('is pushed to its own branch once, with a token that may push', async () => {
    const clone = await opened(newHome())
    given(await clone.push(source(), 'convene/s1'))
    expect(server.git('branch', '--list', 'convene/*')).toBe('')
    writeFileSync(join(clone.folder, 'readme.md'), 'Changed.\n')
    const work = given(await clone.changes())
    if (!work) throw new Error('nothing changed')
    await clone.stored(work, 'm1')
    server.token = 'a-token-of-this-test'
    expect((await clone.push(source({ token: 'wrong' }), 'convene/s1')).ok).toBe(false)
    given(await clone.push(source({ token: server.token }), 'convene/s1'))
    expect(server.git('show', 'convene/s1:readme.md')).toBe('Changed.')
    expect(server.git('rev-parse', 'convene/s1^', 'main')).toBe(`${first}\n${first}`)
    const requests = server.asked.length
    given(await clone.push(source({ token: server.token }), 'convene/s1'))
    expect(server.asked.length).toBe(requests)
  })
})
