import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf, git, put, stateOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { ada, bert, desk, newHome, refusalOf, value } from './desk.fixture.ts'

describe('a worktree’s diff', () => {
  test('has new, changed, removed and binary files but not ignored ones, and changes no index', async () => {
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

  test('includes what the agent committed', async () => {
    const { trees, enter } = await desk()
    const folder = await enter()
    put(folder, { 'a.txt': 'committed\n' })
    git(folder, 'commit', '--quiet', '--all', '-m', 'by ada')
    expect(value(await trees.diffOf(ada)).toString()).toContain('+committed')
  })

  test('is empty if nothing has changed, and refused if there is no worktree', async () => {
    const { trees, enter } = await desk()
    await enter()
    expect(value(await trees.diffOf(ada))).toHaveLength(0)
    expect(value(await trees.applyTo(ada))).toEqual({ files: [] })
    expect(refusalOf(await trees.diffOf(bert))).toBe('bert has no worktree in this session.')
  })

  test('can be applied by git itself', async () => {
    const { trees, enter, workspace } = await desk()
    put(await enter(), { 'a.txt': 'one\n2\nthree\n' })
    const file = join(newHome(), 'ada.patch')
    writeFileSync(file, value(await trees.diffOf(ada)))
    git(workspace, 'apply', file)
    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('one\n2\nthree\n')
  })
})

describe('applying a worktree', () => {
  test("changes the workspace's files, but not its index or what others changed in other files", async () => {
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
    expect(refusalOf(refused)).toBe(
      `Nothing was applied: changed in the workspace in the meantime: ${Object.keys(mine)[0]}.`,
    )
    expect(git(workspace, 'status', '--porcelain')).toBe(before)
    expect(readFileSync(join(workspace, 'src/b.txt'), 'utf8')).toBe('b\n')
  })

  test('does not write through a link that appeared in the workspace', async () => {
    const { trees, enter, workspace } = await desk()
    const outside = folderOf({ 'b.txt': 'b\n' })
    put(await enter(), { 'src/b.txt': 'changed\n' })
    rmSync(join(workspace, 'src'), { recursive: true })
    symlinkSync(outside, join(workspace, 'src'))
    expect((await trees.applyTo(ada)).ok).toBe(false)
    expect(readFileSync(join(outside, 'b.txt'), 'utf8')).toBe('b\n')
  })
})
