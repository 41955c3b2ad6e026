import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { SessionId } from '@convene/domain'
import { canary, folderOf, git, put, repositoryWith } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { worktrees } from './worktrees.ts'

const session = 'S1' as SessionId
const ada = { session, agent: 'ada' }
const newHome = () => realpathSync(folderOf())

/** Everything that we ever do with a repository. */
async function everything(workspace: string, home = newHome(), hurt = (_folder: string) => {}) {
  const trees = worktrees(home)
  const { notes } = await trees.plan(workspace, { agents: ['ada'] })
  const entered = await trees.enter(ada, workspace)
  if (!entered.ok) return { notes, refusal: entered.refusal.message }
  put(entered.value, { 'a.txt': 'by ada\n', 'new.txt': 'new\n', 'new.dat': 'new\n' })
  hurt(entered.value)
  const diff = await trees.diffOf(ada)
  const applied = await trees.applyTo(ada)
  const files = readdirSync(entered.value)
  await trees.remove(session)
  return { notes, diff, applied, files }
}

const hooks = ['post-checkout', 'pre-commit', 'reference-transaction', 'post-index-change', 'pre-auto-gc']

const attacks: { readonly [name: string]: (workspace: string, program: string) => void } = {
  'every kind of hook': (workspace, program) => {
    for (const hook of hooks) copyFileSync(program, join(workspace, '.git/hooks', hook))
  },
  'a hooks path': (workspace, program) => {
    copyFileSync(program, join(workspace, 'post-checkout'))
    git(workspace, 'config', 'core.hooksPath', workspace)
  },
  'core.fsmonitor': (workspace, program) => void git(workspace, 'config', 'core.fsmonitor', program),
  'filters, including required and oddly named ones': (workspace, program) => {
    const lines = (name: string) =>
      `[filter "${name}"]\n\tclean = ${program}\n\tsmudge = ${program}\n\tprocess = ${program}\n\trequired = true\n`
    appendFileSync(join(workspace, '.git/config'), lines('evil') + lines('a=b.c d'))
    mkdirSync(join(workspace, '.git/info'), { recursive: true })
    writeFileSync(join(workspace, '.git/info/attributes'), '*.dat filter=evil\n* filter=evil diff=evil\n')
  },
  'filters in an included configuration file': (workspace, program) => {
    put(workspace, { 'more.config': `[filter "evil"]\n\tclean = ${program}\n\tsmudge = ${program}\n` })
    git(workspace, 'config', 'include.path', '../more.config')
    writeFileSync(join(workspace, '.git/info/attributes'), '* filter=evil\n')
  },
  'filters in a worktree configuration': (workspace, program) => {
    git(workspace, 'config', 'extensions.worktreeConfig', 'true')
    git(workspace, 'config', '--worktree', 'filter.evil.smudge', program)
    git(workspace, 'config', '--worktree', 'filter.evil.clean', program)
  },
  'diff and merge programs': (workspace, program) => {
    for (const key of ['diff.external', 'diff.evil.command', 'diff.evil.textconv', 'merge.evil.driver'])
      git(workspace, 'config', key, program)
  },
  'a pager, an editor, a proxy, helpers, signing': (workspace, program) => {
    const keys =
      'core.pager core.editor core.sshCommand core.gitProxy core.askPass credential.helper gpg.program core.alternateRefsCommand'
    for (const key of keys.split(' ')) git(workspace, 'config', key, program)
    git(workspace, 'config', 'commit.gpgSign', 'true')
    git(workspace, 'config', 'alias.worktree', `!${program}`)
  },
  'objects that are missing and promised by a program': (workspace, program) => {
    git(workspace, 'config', 'extensions.partialClone', 'origin')
    git(workspace, 'config', 'core.repositoryFormatVersion', '1')
    git(workspace, 'config', 'remote.origin.url', `ext::${program}`)
    git(workspace, 'config', 'remote.origin.uploadpack', program)
    git(workspace, 'config', 'remote.origin.promisor', 'true')
    const blob = git(workspace, 'rev-parse', 'HEAD:a.txt').trim()
    rmSync(join(workspace, '.git/objects', blob.slice(0, 2), blob.slice(2)), { force: true })
  },
  'a fake git in the workspace': (workspace, program) => copyFileSync(program, join(workspace, 'git')),
}

describe('a hostile repository runs nothing:', () => {
  test.each(Object.keys(attacks))('%s', async (name) => {
    const bird = canary()
    const workspace = repositoryWith({
      'a.txt': 'one\n',
      'b.dat': 'two\n',
      '.gitattributes': '*.dat filter=evil diff=evil merge=evil\n*.txt filter="a=b.c d"\n',
    })
    attacks[name]?.(workspace, bird.program)
    const found = await everything(workspace)
    expect(bird.sung()).toEqual([])
    if (name.startsWith('objects')) expect(found.refusal).toMatch('could not be created')
    else expect(found).toMatchObject({ notes: [], diff: { ok: true }, applied: { ok: true } })
  })

  test('the canary does run when the user runs git', () => {
    const bird = canary()
    const workspace = repositoryWith({ 'a.txt': 'one\n' })
    attacks['every kind of hook']?.(workspace, bird.program)
    git(workspace, 'worktree', 'add', '--quiet', '--detach', join(newHome(), 'x'))
    expect(bird.sung().length).toBeGreaterThan(0)
  })

  test('submodules are neither fetched nor entered', async () => {
    const bird = canary()
    const workspace = repositoryWith({ 'a.txt': 'one\n' })
    const allow = ['-c', 'protocol.file.allow=always']
    git(workspace, ...allow, 'submodule', '--quiet', 'add', repositoryWith({ 'lib.txt': '' }), 'lib')
    git(workspace, 'commit', '--quiet', '--message=submodule')
    git(workspace, 'config', 'submodule.recurse', 'true')
    git(workspace, 'config', 'submodule.lib.update', `!${bird.program}`)
    git(join(workspace, 'lib'), 'config', 'core.fsmonitor', bird.program)
    copyFileSync(bird.program, join(workspace, '.git/modules/lib/hooks/post-checkout'))
    expect(await everything(workspace)).toMatchObject({
      applied: { ok: true, value: { files: ['a.txt', 'new.dat', 'new.txt'] } },
    })
    expect(bird.sung()).toEqual([])
  })

  test('a .git that an agent rewrote in its worktree is not trusted', async () => {
    const bird = canary()
    const workspace = repositoryWith({ 'a.txt': 'one\n' })
    const found = await everything(workspace, newHome(), (folder) => {
      rmSync(join(folder, '.git'))
      repositoryWith({ 'a.txt': 'by ada\n' }, folder)
      for (const hook of hooks) copyFileSync(bird.program, join(folder, '.git/hooks', hook))
      for (const key of ['core.fsmonitor', 'diff.external', 'filter.evil.clean'])
        git(folder, 'config', key, bird.program)
      put(folder, { '.gitattributes': '* filter=evil\n' })
    })
    expect(found).toMatchObject({ diff: { ok: true }, applied: { ok: true } })
    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('by ada\n')
    expect(bird.sung()).toEqual([])
  })
})

describe('a workspace that claims a foreign repository gets no worktree:', () => {
  const claims: { readonly [name: string]: (workspace: string, secret: string) => void } = {
    'a .git file that points there': (workspace, secret) =>
      writeFileSync(join(workspace, '.git'), `gitdir: ${join(secret, '.git')}\n`),
    'a link named .git': (workspace, secret) => symlinkSync(join(secret, '.git'), join(workspace, '.git')),
    'a common folder elsewhere': (workspace, secret) => {
      git(workspace, 'init', '--quiet')
      writeFileSync(join(workspace, '.git/commondir'), join(secret, '.git'))
      copyFileSync(join(secret, '.git/HEAD'), join(workspace, '.git/HEAD'))
    },
    'linked objects and a linked branch': (workspace, secret) => {
      git(workspace, 'init', '--quiet', '--initial-branch=main')
      rmSync(join(workspace, '.git/objects'), { recursive: true })
      symlinkSync(join(secret, '.git/objects'), join(workspace, '.git/objects'))
      symlinkSync(join(secret, '.git/refs/heads/main'), join(workspace, '.git/refs/heads/main'))
    },
    'objects through alternates': (workspace, secret) => {
      git(workspace, 'init', '--quiet', '--initial-branch=main')
      writeFileSync(join(workspace, '.git/objects/info/alternates'), `${join(secret, '.git/objects')}\n`)
      symlinkSync(join(secret, '.git/refs/heads/main'), join(workspace, '.git/refs/heads/main'))
    },
    'a work tree elsewhere': (workspace, secret) => {
      repositoryWith({ 'a.txt': '' }, workspace)
      git(workspace, 'config', 'core.worktree', secret)
    },
  }

  test.each(Object.keys(claims))('%s', async (name) => {
    const secret = repositoryWith({ 'secret.txt': 'secret\n' })
    const workspace = newHome()
    claims[name]?.(workspace, secret)
    const found = await everything(workspace)
    expect(found.notes).toHaveLength(1)
    expect(found.refusal).toBeDefined()
    expect(readdirSync(join(secret, '.git'))).not.toContain('worktrees')
  })
})
