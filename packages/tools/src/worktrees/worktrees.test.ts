import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { folderOf, git, put, repositoryWith, stateOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { ada, bert, desk, newHome, refusalOf, session, value } from './desk.fixture.ts'
import { worktrees } from './worktrees.ts'

describe('a worktree', () => {
  test('has the committed files, and nothing else from the workspace', async () => {
    const { home, workspace, trees, enter } = await desk()
    put(workspace, { 'a.txt': 'mine\n', 'draft.txt': 'mine too\n' })
    const before = stateOf(workspace)
    const folder = await enter()
    expect(folder).toBe(join(home, 'worktrees', session, 'ada'))
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('one\ntwo\nthree\n')
    expect(existsSync(join(folder, 'draft.txt'))).toBe(false)
    expect(git(folder, 'rev-parse', 'HEAD')).toBe(git(workspace, 'rev-parse', 'HEAD'))
    expect(git(folder, 'status', '--porcelain=v2', '--branch')).toContain('branch.head (detached)')
    await trees.remove(session)
    expect(stateOf(workspace)).toEqual(before)
    expect(readdirSync(join(home, 'worktrees'))).toEqual([])
  })

  test('of one agent does not show another agent’s concurrent changes', async () => {
    const { workspace, trees, enter } = await desk()
    const [one, other] = await Promise.all([enter(ada), enter(bert)])
    put(one, { 'a.txt': 'by ada\n' })
    put(other, { 'a.txt': 'by bert\n', 'new.txt': 'b\n' })
    expect(readFileSync(join(one, 'a.txt'), 'utf8')).toBe('by ada\n')
    expect(existsSync(join(one, 'new.txt'))).toBe(false)
    expect(git(workspace, 'status', '--porcelain')).toBe('')
    expect(value(await trees.diffOf(ada)).toString()).toContain('+by ada')
    expect(value(await trees.diffOf(ada)).toString()).not.toContain('bert')
  })

  test('is created once, even for concurrent calls, and reused by another process', async () => {
    const { home, workspace, enter } = await desk()
    const [folder] = await Promise.all([enter(), enter(), enter()])
    put(folder, { 'kept.txt': 'work\n' })
    put(workspace, { 'later.txt': 'x' })
    git(workspace, 'add', '.')
    git(workspace, 'commit', '--quiet', '-m', 'second')
    expect(value(await worktrees(home).enter(ada, workspace))).toBe(folder)
    expect(readdirSync(folder).sort()).toEqual(['.git', 'a.txt', 'kept.txt', 'src'])
    expect(git(workspace, 'worktree', 'list').trim().split('\n')).toHaveLength(2)
  })

  test('left incomplete by a dying process is created again from the same commit', async () => {
    const { home, workspace, enter } = await desk()
    const folder = await enter()
    const record = JSON.parse(readFileSync(`${folder}.json`, 'utf8'))
    writeFileSync(`${folder}.json`, JSON.stringify({ ...record, ready: false }))
    rmSync(join(folder, 'a.txt'))
    writeFileSync(join(workspace, '.git/worktrees/ada/index.lock'), '')
    git(workspace, 'commit', '--quiet', '--allow-empty', '-m', 'second')
    expect(value(await worktrees(home).enter(ada, workspace))).toBe(folder)
    expect(readdirSync(folder).sort()).toEqual(['.git', 'a.txt', 'src'])
    expect(git(folder, 'rev-parse', 'HEAD').trim()).toBe(record.base)
    expect(readdirSync(join(workspace, '.git/worktrees'))).toEqual(['ada'])
  })

  test('whose creation was killed is created again, and nothing keeps running in the background', async () => {
    const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`f/${index}.txt`, `${index}\n`]))
    const [home, workspace] = [newHome(), repositoryWith(many)]
    const folder = join(home, 'worktrees', session, 'ada')
    const program = fileURLToPath(new URL('fixtures/enter-worktree.ts', import.meta.url))
    const child = spawn(process.execPath, [program, home, workspace, session], { stdio: 'ignore' })
    await expect.poll(() => existsSync(join(folder, 'f')), { interval: 1 }).toBe(true)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(value(await worktrees(home).enter(ada, workspace))).toBe(folder)
    expect(readdirSync(join(folder, 'f'))).toHaveLength(3_000)
    expect(git(folder, 'status', '--porcelain')).toBe('')
    expect(readdirSync(join(workspace, '.git/worktrees'))).toHaveLength(1)
  })

  test('that was deleted is created again', async () => {
    const { enter } = await desk()
    rmSync(await enter(), { recursive: true })
    expect(readdirSync(await enter())).toContain('a.txt')
  })

  test('for a folder inside a repository is that folder', async () => {
    const home = newHome()
    const root = repositoryWith({ 'packages/core/x.txt': 'x\n', 'top.txt': 't\n' })
    const trees = worktrees(home)
    const workspace = join(root, 'packages/core')
    expect(await trees.plan(workspace, { agents: ['ada'] })).toEqual({
      settings: { folder: join(home, 'worktrees'), inside: 'packages/core', agents: ['ada'] },
      notes: [],
    })
    const folder = value(await trees.enter(ada, workspace))
    expect(folder).toBe(join(home, 'worktrees', session, 'ada/packages/core'))
    put(folder, { 'x.txt': 'y\n', '../../top.txt': 'outside\n' })
    expect(value(await trees.diffOf(ada)).toString()).not.toContain('top.txt')
    expect(value(await trees.applyTo(ada))).toEqual({ files: ['packages/core/x.txt'] })
    expect(git(root, 'status', '--porcelain')).toBe(' M packages/core/x.txt\n')
  })

  test.each(['-blank \n "quo\'te" $(touch x)', 'co:lon\\slash;&*?[a]'])(
    'works at a path that contains %j',
    async (name) => {
      const [home, workspace] = [join(newHome(), name), repositoryWith({ 'a.txt': '1\n' }, join(newHome(), name))]
      git(workspace, 'checkout', '--quiet', '-b', 'weird;$(touch)&`id`')
      const trees = worktrees(home)
      const folder = value(await trees.enter(ada, workspace))
      put(folder, { 'a.txt': '2\n', [`${name}.txt`]: 'new\n' })
      expect(value(await trees.applyTo(ada)).files).toHaveLength(2)
      expect(readFileSync(join(workspace, `${name}.txt`), 'utf8')).toBe('new\n')
      await trees.remove(session)
      expect(existsSync(join(workspace, '.git/worktrees'))).toBe(false)
    },
  )

  test('is removed even if its agent made a folder inaccessible and added links to the outside', async () => {
    const { home, workspace, trees, enter } = await desk()
    const outside = folderOf({ 'precious.txt': 'x' })
    const folder = await enter()
    mkdirSync(join(folder, 'locked/deep'), { recursive: true, mode: 0o500 })
    symlinkSync(outside, join(folder, 'link'))
    writeFileSync(join(folder, '.git'), `gitdir: ${outside}\n`)
    await trees.remove(session)
    expect(existsSync(join(outside, 'precious.txt'))).toBe(true)
    expect(existsSync(join(home, 'worktrees', session))).toBe(false)
    expect(existsSync(join(workspace, '.git/worktrees'))).toBe(false)
  })

  test("leaves the user's own worktrees alone, even unreachable ones", async () => {
    const { workspace, trees, enter } = await desk()
    const own = join(newHome(), 'ada')
    git(workspace, 'worktree', 'add', '--quiet', '--detach', own)
    rmSync(own, { recursive: true })
    await enter()
    await trees.remove(session)
    expect(readdirSync(join(workspace, '.git/worktrees'))).toEqual(['ada'])
  })
})

describe('without a worktree, the workspace itself is used and a note says why:', () => {
  const noteOf = async (workspace: string) =>
    (await worktrees(newHome()).plan(workspace, { agents: ['ada', 'bert'] })).notes.join()

  test('no repository', async () => {
    const workspace = newHome()
    expect(await noteOf(workspace)).toBe(
      `No worktree for ada, bert: ${workspace} itself is used, since it is not in a git repository.`,
    )
  })

  test('no commit yet', async () => {
    const workspace = newHome()
    git(workspace, 'init', '--quiet')
    expect(await noteOf(workspace)).toMatch('no commit yet')
  })

  test('a bare repository', async () => {
    const workspace = newHome()
    git(workspace, 'init', '--quiet', '--bare')
    expect(await noteOf(workspace)).toMatch('it is bare')
  })

  test('a folder that is not committed', async () => {
    const root = repositoryWith({ 'a.txt': '' })
    mkdirSync(join(root, 'fresh'))
    expect(await noteOf(join(root, 'fresh'))).toMatch('not in the last commit')
  })

  test('nothing is looked up unless an agent asks for one', async () => {
    expect(await worktrees(newHome()).plan('/nowhere', { agents: [] })).toEqual({ notes: [] })
  })

  test('a folder that cannot be created is a refusal, never the workspace', async () => {
    const { trees, workspace } = await desk()
    writeFileSync(join(workspace, '.git/worktrees'), 'in the way')
    expect(refusalOf(await trees.enter(ada, workspace))).toMatch('its worktree could not be created')
  })

  test('the user’s worktrees and submodules are repositories too', async () => {
    const workspace = repositoryWith({ 'a.txt': '' })
    const own = join(newHome(), 'own')
    git(workspace, 'worktree', 'add', '--quiet', '-b', 'side', own)
    expect(await noteOf(own)).toBe('')
    git(
      workspace,
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'add',
      repositoryWith({ 'lib.txt': '' }),
      'lib',
    )
    expect(await noteOf(join(workspace, 'lib'))).toBe('')
    const folder = value(await worktrees(newHome()).enter(ada, join(workspace, 'lib')))
    expect(readdirSync(folder).sort()).toEqual(['.git', 'lib.txt'])
  })
})
