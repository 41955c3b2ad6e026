import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addWorkingTree, branchOf, workingTrees } from './working-trees.ts'

function newRepository(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'convene-trees-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const workspace = join(folder, 'shop')
  mkdirSync(workspace)
  const git = (...args: readonly string[]) => execFileSync('git', [...args], { cwd: workspace, stdio: 'ignore' })
  git('init', '--initial-branch=main')
  writeFileSync(join(workspace, 'a.txt'), 'a')
  git('add', '.')
  git('-c', 'user.name=T', '-c', 'user.email=t@example.org', 'commit', '-m', 'first')
  return workspace
}

test('a new worktree is next to the repository, on its own branch, and is listed', async () => {
  const workspace = newRepository()
  const made = await addWorkingTree(workspace, 'feature/dark mode'.replace(' ', '-'))
  expect(made).toEqual({
    ok: true,
    value: { path: `${workspace}-feature-dark-mode`, branch: 'feature/dark-mode', main: false },
  })
  expect(await workingTrees(workspace)).toEqual({
    ok: true,
    value: [
      { path: workspace, branch: 'main', main: true },
      { path: `${workspace}-feature-dark-mode`, branch: 'feature/dark-mode', main: false },
    ],
  })
  expect(await branchOf(`${workspace}-feature-dark-mode`)).toBe('feature/dark-mode')
})

test.each(['--force', 'a..b', 'with space', ''])('"%s" is refused as a branch name', async (branch) => {
  expect(await addWorkingTree(newRepository(), branch)).toMatchObject({ ok: false, refusal: { code: 'bad_branch' } })
})

test('a folder without a repository has no worktrees and no branch', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'convene-trees-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  expect((await workingTrees(folder)).ok).toBe(false)
  expect(await branchOf(folder)).toBeNull()
  expect(await addWorkingTree(folder, 'x')).toMatchObject({ ok: false, refusal: { code: 'no_repository' } })
})
