import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Result, SessionId } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { git, put, repositoryWith, stateOf } from '../git/repository.fixture.ts'
import { temporaryFolder } from '../source-file/temporary-folder.ts'
import { worktrees } from './worktrees.ts'

const session = '01J00000000000000000000000' as SessionId
const ada = { session, agent: 'ada' }
const bert = { session, agent: 'bert' }

const newHome = () => realpathSync(temporaryFolder())

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.refusal.message)
  return result.value
}

const refusalOf = (result: Result<unknown>) => (result.ok ? '' : result.refusal.message)

async function desk(files: { readonly [path: string]: string } = { 'a.txt': 'one\ntwo\nthree\n', 'src/b.txt': 'b\n' }) {
  const [home, workspace] = [newHome(), repositoryWith(files)]
  const trees = worktrees(home)
  return { home, workspace, trees, enter: async (who = ada) => value(await trees.enter(who, workspace)) }
}

describe('a worktree', () => {
  test('has what was committed, and nothing else of the workspace', async () => {
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

  test('of one agent does not show what another does at the same time', async () => {
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

  test('is made once, however many calls ask for it at once, and found again by another process', async () => {
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

  test('that a dying process left half made is made anew, from the same commit', async () => {
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

  test('that somebody deleted is made anew', async () => {
    const { enter } = await desk()
    rmSync(await enter(), { recursive: true })
    expect(readdirSync(await enter())).toContain('a.txt')
  })

  test('of a folder inside a repository is that folder', async () => {
    const home = newHome()
    const root = repositoryWith({ 'packages/core/x.txt': 'x\n', 'top.txt': 't\n' })
    const trees = worktrees(home)
    const workspace = join(root, 'packages/core')
    expect(await trees.plan(workspace, ['ada'])).toEqual({
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
    'works at a path with %j in it',
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

  test('is removed though its agent took all rights from a folder in it, and linked to the outside', async () => {
    const { home, workspace, trees, enter } = await desk()
    const outside = temporaryFolder({ 'precious.txt': 'x' })
    const folder = await enter()
    mkdirSync(join(folder, 'locked/deep'), { recursive: true, mode: 0o500 })
    symlinkSync(outside, join(folder, 'link'))
    writeFileSync(join(folder, '.git'), `gitdir: ${outside}\n`)
    await trees.remove(session)
    expect(existsSync(join(outside, 'precious.txt'))).toBe(true)
    expect(existsSync(join(home, 'worktrees', session))).toBe(false)
    expect(existsSync(join(workspace, '.git/worktrees'))).toBe(false)
  })

  test("leaves the person's own worktrees alone, those that cannot be reached too", async () => {
    const { workspace, trees, enter } = await desk()
    const own = join(newHome(), 'ada')
    git(workspace, 'worktree', 'add', '--quiet', '--detach', own)
    rmSync(own, { recursive: true })
    await enter()
    await trees.remove(session)
    expect(readdirSync(join(workspace, '.git/worktrees'))).toEqual(['ada'])
  })
})

describe('the diff of a worktree', () => {
  test('has new, changed, removed and binary files, not ignored ones, and changes no index', async () => {
    const { trees, enter, workspace } = await desk({ 'a.txt': '1\n', 'gone.txt': 'x\n', '.gitignore': 'out/\n' })
    const folder = await enter()
    put(folder, { 'a.txt': '2\n', 'new.txt': 'n\n', 'out/made.txt': 'm' })
    writeFileSync(join(folder, 'image.bin'), Buffer.from([0, 1, 2, 255]))
    rmSync(join(folder, 'gone.txt'))
    git(folder, 'add', 'new.txt')
    const status = git(folder, 'status', '--porcelain')
    const objects = stateOf(workspace).objects
    const patch = value(await trees.diffOf(ada)).toString()
    expect([...patch.matchAll(/^diff --git a\/(\S+)/gm)].map(([, file]) => file)).toEqual([
      'a.txt',
      'gone.txt',
      'image.bin',
      'new.txt',
    ])
    expect(patch).toContain('GIT binary patch')
    expect(git(folder, 'status', '--porcelain')).toBe(status)
    expect(stateOf(workspace).objects).toBe(objects)
  })

  test('also has what the agent committed', async () => {
    const { trees, enter } = await desk()
    const folder = await enter()
    put(folder, { 'a.txt': 'committed\n' })
    git(folder, 'commit', '--quiet', '--all', '-m', 'by ada')
    expect(value(await trees.diffOf(ada)).toString()).toContain('+committed')
  })

  test('is empty where nothing is different, and refused where there is no worktree', async () => {
    const { trees, enter } = await desk()
    await enter()
    expect(value(await trees.diffOf(ada))).toHaveLength(0)
    expect(value(await trees.applyTo(ada))).toEqual({ files: [] })
    expect(refusalOf(await trees.diffOf(bert))).toBe('bert has no worktree in this session.')
  })

  test('is a patch that git itself applies', async () => {
    const { trees, enter, workspace } = await desk()
    put(await enter(), { 'a.txt': 'one\n2\nthree\n' })
    const file = join(newHome(), 'ada.patch')
    writeFileSync(file, value(await trees.diffOf(ada)))
    git(workspace, 'apply', file)
    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('one\n2\nthree\n')
  })
})

describe('applying a worktree', () => {
  test("changes the workspace's files, not its index and not what others changed in other files", async () => {
    const { trees, enter, workspace } = await desk()
    put(workspace, { 'src/b.txt': 'staged\n' })
    git(workspace, 'add', 'src/b.txt')
    const folder = await enter()
    put(folder, { 'a.txt': 'ada\n', 'deep/new.txt': 'n\n' })
    expect(value(await trees.applyTo(ada))).toEqual({ files: ['a.txt', 'deep/new.txt'] })
    expect(git(workspace, 'status', '--porcelain')).toBe(' M a.txt\nM  src/b.txt\n?? deep/\n')
  })

  test.each([
    ['a changed file', { 'a.txt': 'one\ntwo\nthree\nmine\n' }],
    ['a file in the way', { 'new.txt': 'mine\n' }],
  ])('is refused as a whole because of %s in the workspace', async (_, mine) => {
    const { trees, enter, workspace } = await desk()
    put(await enter(), { 'a.txt': 'ONE\ntwo\nthree\n', 'new.txt': 'n\n', 'src/b.txt': 'B\n' })
    put(workspace, mine)
    const before = git(workspace, 'status', '--porcelain')
    const refused = await trees.applyTo(ada)
    expect(refusalOf(refused)).toBe(`Nothing was applied: changed in the workspace meanwhile: ${Object.keys(mine)[0]}.`)
    expect(git(workspace, 'status', '--porcelain')).toBe(before)
    expect(readFileSync(join(workspace, 'src/b.txt'), 'utf8')).toBe('b\n')
  })

  test('writes through no link that came into the workspace', async () => {
    const { trees, enter, workspace } = await desk()
    const outside = temporaryFolder({ 'b.txt': 'b\n' })
    put(await enter(), { 'src/b.txt': 'changed\n' })
    rmSync(join(workspace, 'src'), { recursive: true })
    symlinkSync(outside, join(workspace, 'src'))
    expect((await trees.applyTo(ada)).ok).toBe(false)
    expect(readFileSync(join(outside, 'b.txt'), 'utf8')).toBe('b\n')
  })
})

describe('without a worktree, the workspace itself is used and a note says why:', () => {
  const noteOf = async (workspace: string) => (await worktrees(newHome()).plan(workspace, ['ada', 'bert'])).notes.join()

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

  test('a folder that was not committed', async () => {
    const root = repositoryWith({ 'a.txt': '' })
    mkdirSync(join(root, 'fresh'))
    expect(await noteOf(join(root, 'fresh'))).toMatch('not in the last commit')
  })

  test('nobody asked: nothing is looked at', async () => {
    expect(await worktrees(newHome()).plan('/nowhere', [])).toEqual({ notes: [] })
  })

  test('a folder that cannot be made is a refusal, never the workspace', async () => {
    const { trees, workspace } = await desk()
    writeFileSync(join(workspace, '.git/worktrees'), 'in the way')
    expect(refusalOf(await trees.enter(ada, workspace))).toMatch('its worktree could not be made')
  })

  test('a worktree and a submodule of the person are repositories too', async () => {
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
