import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf, repositoryWith } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { treeAt, withTrees } from '../build/trees.ts'
import { ada, newHome, refusalOf, value } from '../worktrees/desk.fixture.ts'
import { readWorktreeRecord, type WorktreeRecord } from '../worktrees/worktree-record.ts'
import { worktrees } from '../worktrees/worktrees.ts'
import { proposeBranch } from './proposed-commit.ts'
import { remoteUrl } from './remote-url.ts'

const git = (folder: string, ...args: readonly string[]) =>
  execFileSync('git', [...args], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** A repository with a bare remote, and a build that changed a file of it. */
async function built(dirty?: string) {
  const [home, workspace, remote] = [newHome(), repositoryWith({ 'a.txt': 'one\n', 'b.txt': 'b\n' }), folderOf()]
  git(remote, 'init', '--quiet', '--bare', '.')
  git(workspace, 'remote', 'add', 'origin', remote)
  if (dirty !== undefined) writeFileSync(join(workspace, 'b.txt'), dirty)
  const folder = value(await worktrees(home).enter(ada, workspace, true))
  const record = (await readWorktreeRecord(folder)) as WorktreeRecord
  const target = { url: remote, branch: 'convene/a', environment: { HOME: home } }
  const kept = async (text: string, file = 'a.txt') => {
    writeFileSync(join(folder, file), text)
    return withTrees(folder, record, async (trees) => value(await treeAt(trees, folder)))
  }
  const propose = async (text: string, more: Partial<typeof target> = {}, at = 1_000) =>
    proposeBranch(home, ada, { kept: await kept(text), message: 'Count\n', at }, { ...target, ...more })
  return { home, workspace, remote, folder, record, kept, propose, target }
}

describe('a branch that is pushed', () => {
  test('has one commit on top of where the build began, and the user’s repository stays as it was', async () => {
    const { workspace, remote, propose } = await built()
    const before = [
      git(workspace, 'for-each-ref'),
      git(workspace, 'status', '--porcelain'),
      git(workspace, 'rev-parse', 'HEAD'),
    ]
    const pushed = value(await propose('two\n'))
    expect(git(remote, 'rev-parse', 'convene/a')).toBe(pushed.commit)
    expect(git(remote, 'show', 'convene/a:a.txt')).toBe('two')
    expect(git(remote, 'rev-parse', 'convene/a^')).toBe(before[2])
    expect([
      git(workspace, 'for-each-ref'),
      git(workspace, 'status', '--porcelain'),
      git(workspace, 'rev-parse', 'HEAD'),
    ]).toEqual(before)
  })

  test('is not pushed again if it is there, and gets a second commit if more is kept', async () => {
    const { remote, propose } = await built()
    const first = value(await propose('two\n'))
    expect(value(await propose('two\n', {}, 9_000_000))).toEqual({ commit: first.commit, wasThere: true })
    const second = value(await propose('three\n'))
    expect(git(remote, 'rev-parse', 'convene/a^')).toBe(first.commit)
    expect(second.wasThere).toBe(false)
  })

  test('is never overwritten: with a commit from somewhere else, nothing is pushed', async () => {
    const { remote, propose } = await built()
    value(await propose('two\n'))
    const other = git(
      remote,
      '-c',
      'user.name=O',
      '-c',
      'user.email=o@example.org',
      'commit-tree',
      '-m',
      'other',
      'convene/a^{tree}',
    )
    git(remote, 'update-ref', 'refs/heads/convene/a', other)
    expect(refusalOf(await propose('three\n'))).toContain('has commits that are not from here')
    expect(git(remote, 'rev-parse', 'convene/a')).toBe(other)
  })

  test('holds none of the user’s own uncommitted changes', async () => {
    const { remote, propose } = await built('private\n')
    value(await propose('two\n'))
    expect(git(remote, 'show', 'convene/a:b.txt')).toBe('b')
    expect(git(remote, 'show', 'convene/a:a.txt')).toBe('two')
  })

  test('is refused if the change builds on the user’s uncommitted changes', async () => {
    const { home, kept, target, remote } = await built('private\n')
    const tree = await kept('private, and more\n', 'b.txt')
    const refused = await proposeBranch(home, ada, { kept: tree, message: 'm', at: 0 }, target)
    expect(refusalOf(refused)).toContain('Commit those first')
    expect(git(remote, 'for-each-ref')).toBe('')
  })

  test.each(['-f', 'a..b', 'a b', 'refs/heads/../x', '', 'a~1'])('is not called %j', async (branch) => {
    const { propose, remote } = await built()
    expect(refusalOf(await propose('two\n', { branch }))).toContain('is not a branch name')
    expect(git(remote, 'for-each-ref')).toBe('')
  })

  test('starts no program that the repository names: hooks, helpers, other protocols', async () => {
    const { workspace, propose, home } = await built()
    const ran = join(home, 'ran')
    const hook = join(workspace, '.git/hooks/pre-push')
    writeFileSync(hook, `#!/bin/sh\ntouch ${ran}\n`)
    chmodSync(hook, 0o755)
    git(workspace, 'config', 'credential.helper', `!touch ${ran}`)
    git(workspace, 'config', 'core.sshCommand', `touch ${ran}; false`)
    value(await propose('two\n'))
    expect((await propose('three\n', { url: `ext::sh -c touch% ${ran}` })).ok).toBe(false)
    expect((await propose('three\n', { url: `--upload-pack=touch ${ran}` })).ok).toBe(false)
    expect(existsSync(ran)).toBe(false)
  })

  test('goes where the address says, and starts no program that the repository or the remote sets', async () => {
    const { workspace, remote, home, propose } = await built()
    const [ran, elsewhere, url] = [join(home, 'ran'), folderOf(), `file://${remote}`]
    git(elsewhere, 'init', '--quiet', '--bare', '.')
    for (const name of ['pre-receive', 'post-receive', 'reference-transaction']) {
      writeFileSync(join(remote, 'hooks', name), `#!/bin/sh\ntouch ${ran}\n`)
      chmodSync(join(remote, 'hooks', name), 0o755)
    }
    for (const program of ['receivepack', 'uploadpack'])
      git(workspace, 'config', `remote.${url}.${program}`, `touch ${ran}; git-receive-pack`)
    git(workspace, 'config', `remote.${url}.url`, `file://${elsewhere}`)
    git(workspace, 'config', `url.file://${elsewhere}.insteadOf`, url)
    value(await propose('two\n', { url }))
    expect([git(remote, 'show', 'convene/a:a.txt'), git(elsewhere, 'for-each-ref')]).toEqual(['two', ''])
    expect(existsSync(ran)).toBe(false)
  })

  test.each(['https://127.0.0.1:1/shop.git', 'ssh://127.0.0.1:1/shop.git'])(
    'to %s never ends on this machine, whatever the repository says',
    async (url) => {
      const { workspace, home, remote, propose } = await built()
      const ran = join(home, 'ran')
      git(workspace, 'config', `remote.${url}.uploadpack`, `touch ${ran}; git-upload-pack`)
      git(workspace, 'config', `remote.${url}.url`, `file://${remote}`)
      expect(refusalOf(await propose('two\n', { url }))).toContain('could not be reached')
      expect([git(remote, 'for-each-ref'), existsSync(ran)]).toEqual(['', false])
    },
  )

  test('can start from a clone without history', async () => {
    const { home, remote, workspace, kept, target } = await built()
    git(workspace, 'push', '--quiet', 'origin', 'HEAD:refs/heads/main')
    writeFileSync(join(workspace, '.git/shallow'), `${git(workspace, 'rev-parse', 'HEAD')}\n`)
    value(await proposeBranch(home, ada, { kept: await kept('two\n'), message: 'm', at: 0 }, target))
    expect(git(remote, 'show', 'convene/a:a.txt')).toBe('two')
  })

  test('says that a remote cannot be reached without repeating the password in its address', async () => {
    const { propose } = await built()
    const said = refusalOf(await propose('two\n', { url: 'https://ada:hunter2@127.0.0.1:1/shop.git' }))
    expect(said).toContain('could not be reached')
    expect(said).not.toContain('hunter2')
  })

  test('is in the name that the user has set for git', async () => {
    const { propose, remote, home, workspace } = await built()
    writeFileSync(
      join(workspace, '.git/config'),
      readFileSync(join(workspace, '.git/config'), 'utf8').replace(/\[user\][^[]*/u, ''),
    )
    writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Ada\n\temail = ada@example.org\n')
    value(await propose('two\n'))
    expect(git(remote, 'log', '-1', '--format=%an <%ae>', 'convene/a')).toBe('Ada <ada@example.org>')
  })
})

test('the remote is the named one, origin, or the only one', async () => {
  const workspace = repositoryWith({ 'a.txt': 'a\n' })
  expect(refusalOf(await remoteUrl(workspace, undefined))).toContain('has no remote')
  git(workspace, 'remote', 'add', 'fork', 'https://github.com/ada/shop.git')
  expect(value(await remoteUrl(workspace, undefined))).toBe('https://github.com/ada/shop.git')
  git(workspace, 'remote', 'add', 'origin', 'git@github.com:acme/shop.git')
  expect(value(await remoteUrl(workspace, undefined))).toBe('git@github.com:acme/shop.git')
  expect(value(await remoteUrl(workspace, 'fork'))).toBe('https://github.com/ada/shop.git')
  expect(refusalOf(await remoteUrl(workspace, 'none'))).toContain('No remote "none": fork, origin')
})
