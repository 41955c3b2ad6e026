import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canary, git, put } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { value } from '../worktrees/desk.fixture.ts'
import { building } from './landing.fixture.ts'

const author = { name: 'Ada', email: 'ada@example.com' }

/** A build that is kept, next to uncommitted and staged work of the user's. */
async function kept(theirs: string, mine: { readonly [path: string]: string } = {}) {
  const build = await building(mine)
  const { folder, made, worker, land } = build
  put(folder, { 'a.txt': theirs })
  value(await land('keep'))
  const commit = (more: { readonly branch?: string } = {}) =>
    made.commit(worker, { kept: build.kept() ?? '', message: 'Build\n\nConvene-Session: S\n', author, ...more })
  return { ...build, commit }
}

const noPart = { isWhole: false, hunks: new Set<number>() }

describe('committing what is kept', () => {
  test('leaves the user’s other changes uncommitted, and what is staged staged', async () => {
    const { workspace, commit } = await kept('new\n')
    put(workspace, { 'mine.txt': 'mine\n', 'staged.txt': 'staged\n' })
    git(workspace, 'add', 'staged.txt')
    expect(value(await commit())).toMatchObject({ branch: 'main', files: ['a.txt'] })
    expect(git(workspace, 'status', '--porcelain')).toBe('A  staged.txt\n?? mine.txt\n')
    expect(git(workspace, 'show', '--format=%an <%ae>%n%B', '--name-only', 'HEAD').trim()).toBe(
      'Ada <ada@example.com>\nBuild\n\nConvene-Session: S\n\n\na.txt',
    )
    expect(git(workspace, 'fsck', '--strict')).toBe('')
    expect(await commit()).toMatchObject({ ok: false, refusal: { code: 'nothing_to_commit' } })
  })

  test('is refused if the build changed lines that the user has not committed', async () => {
    const { workspace, commit } = await kept('mine and more\n', { 'a.txt': 'mine\n' })
    const head = git(workspace, 'rev-parse', 'HEAD')
    expect(value(await commit())).toMatchObject({ conflicts: [{ path: 'a.txt' }] })
    expect(git(workspace, 'rev-parse', 'HEAD')).toBe(head)
  })

  test('takes out of the next commit what was undone since, and nothing else', async () => {
    const build = await building({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' })
    const { workspace, folder, made, worker, land } = build
    git(workspace, 'add', '--all')
    git(workspace, 'commit', '--quiet', '--message=begin')
    put(folder, { 'a.txt': 'A\n', 'b.txt': 'B\n' })
    value(await land('keep'))
    const commit = (earlier: readonly { commit: string; tree: string | null }[]) =>
      made.commit(worker, { kept: build.kept() ?? '', message: 'Build\n', author, earlier })
    const first = value(await commit([]))
    if ('conflicts' in first) throw new Error('it conflicts')
    const earlier = [{ commit: first.commit, tree: build.kept() }]
    put(workspace, { 'c.txt': 'mine\n' })
    git(workspace, 'commit', '--quiet', '--all', '--message=mine')
    value(await land('undo', { choose: () => [{ isWhole: false, hunks: new Set([0]) }, noPart] }))
    expect(value(await commit(earlier))).toMatchObject({ files: ['b.txt'] })
    const now = ['a', 'b', 'c'].map((name) => git(workspace, 'show', `HEAD:${name}.txt`))
    expect(now).toEqual(['A\n', 'b\n', 'mine\n'])
    expect(git(workspace, 'status', '--porcelain')).toBe('')

    git(workspace, 'reset', '--quiet', '--hard', 'HEAD~3')
    value(await commit(earlier))
    expect(git(workspace, 'show', 'HEAD:a.txt')).toBe('A\n')
  })

  test('runs no hook', async () => {
    const { workspace, commit } = await kept('new\n')
    const bird = canary()
    for (const hook of ['pre-commit', 'post-commit', 'reference-transaction', 'post-index-change'])
      writeFileSync(join(workspace, '.git/hooks', hook), readFileSync(bird.program), { mode: 0o755 })
    expect(value(await commit())).toMatchObject({ branch: 'main' })
    expect(bird.sung()).toEqual([])
  })

  test('on a new branch leaves HEAD, the index and the files alone', async () => {
    const { workspace, commit } = await kept('new\n')
    const before = [git(workspace, 'rev-parse', 'HEAD'), git(workspace, 'status', '--porcelain')]
    expect(value(await commit({ branch: 'build/it' }))).toMatchObject({ branch: 'build/it' })
    expect([git(workspace, 'rev-parse', 'HEAD'), git(workspace, 'status', '--porcelain')]).toEqual(before)
    expect(git(workspace, 'show', 'build/it:a.txt')).toBe('new\n')
    expect(await commit({ branch: 'build/it' })).toMatchObject({ ok: false, refusal: { code: 'branch_exists' } })
    expect(await commit({ branch: '--force' })).toMatchObject({ ok: false, refusal: { code: 'bad_branch' } })
  })
})
