import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { git, put, stateOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { desk, newHome, session, value } from './desk.fixture.ts'
import { gitWorkspace } from './git-workspace.ts'
import { revertPatch } from './revert-patch.ts'
import { worktrees } from './worktrees.ts'

const one = { session, agent: 'step-s1-1' }
const two = { session, agent: 'step-s2-1' }

async function workshop(files?: { readonly [path: string]: string }) {
  const { home, workspace, trees } = await desk(files)
  const enter = async (who = one) => value(await trees.enter(who, workspace, true))
  const capture = (worktree?: string) =>
    gitWorkspace(home).capture({ session, workspace, ...(worktree && { worktree }) })
  const read = (file: string) => readFileSync(join(workspace, file), 'utf8')
  return { home, workspace, trees, enter, capture, read }
}

describe('a step’s worktree', () => {
  test('starts with the workspace’s content, committed or not, and leaves the repository as it was', async () => {
    const { workspace, trees, enter } = await workshop({ 'a.txt': 'a\n', 'gone.txt': 'g\n', '.gitignore': 'out/\n' })
    put(workspace, { 'a.txt': 'changed\n', 'new.txt': 'n\n', 'out/made.txt': 'm\n' })
    rmSync(join(workspace, 'gone.txt'))
    const before = stateOf(workspace)
    const folder = await enter()
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('changed\n')
    expect(readFileSync(join(folder, 'new.txt'), 'utf8')).toBe('n\n')
    expect(existsSync(join(folder, 'gone.txt'))).toBe(false)
    expect(existsSync(join(folder, 'out'))).toBe(false)
    expect(value(await trees.diffOf(one))).toHaveLength(0)
    await trees.remove(session)
    expect(stateOf(workspace)).toEqual(before)
  })

  test('has the ignored files of the build that it begins with, such as dependencies, and hands none of them back', async () => {
    const { workspace, trees } = await workshop({ 'a.txt': 'a\n', '.gitignore': 'node_modules\n' })
    put(workspace, { 'node_modules/tester/run.js': 'run\n' })
    const next = { ...one, build: 'build' }
    const folder = value(await trees.enter(next, workspace, true))
    expect(readFileSync(join(folder, 'node_modules/tester/run.js'), 'utf8')).toBe('run\n')
    put(folder, { 'node_modules/tester/more.js': 'more\n' })
    expect(value(await trees.diffOf(next))).toHaveLength(0)
  })

  test('is reused as another process left it', async () => {
    const { home, workspace, enter } = await workshop()
    const folder = await enter()
    put(folder, { 'kept.txt': 'work\n' })
    put(workspace, { 'a.txt': 'later\n' })
    expect(value(await worktrees(home).enter(one, workspace, true))).toBe(folder)
    expect(readFileSync(join(folder, 'kept.txt'), 'utf8')).toBe('work\n')
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('one\ntwo\nthree\n')
  })
})

describe('a step’s changes in its worktree', () => {
  test('are applied to the workspace exactly, and returned as a patch', async () => {
    const { workspace, enter, capture, read } = await workshop()
    put(workspace, { 'a.txt': 'mine\n' })
    put(await enter(), { 'a.txt': 'mine and theirs\n', 'src/new.txt': 'n\n' })
    const { commit, patch, refusal } = await capture('step-s1-1')
    expect(refusal).toBeUndefined()
    expect(commit).toBe(git(workspace, 'rev-parse', 'HEAD').trim())
    expect(patch).toContain('-mine\n+mine and theirs\n')
    expect(read('a.txt')).toBe('mine and theirs\n')
    expect(read('src/new.txt')).toBe('n\n')
    expect(git(workspace, 'diff', '--cached')).toBe('')
  })

  test('are applied once, however often that is requested', async () => {
    const { enter, capture, read } = await workshop()
    put(await enter(), { 'a.txt': 'two\n' })
    const [first, second] = [await capture('step-s1-1'), await capture('step-s1-1')]
    expect(second).toEqual(first)
    expect(read('a.txt')).toBe('two\n')
  })

  test('are combined with another step’s changes made at the same time, if they touch different files', async () => {
    const { enter, capture, read } = await workshop()
    const folders = await Promise.all([enter(one), enter(two)])
    put(folders[0], { 'a.txt': 'by one\n' })
    put(folders[1], { 'src/b.txt': 'by two\n' })
    expect([await capture('step-s1-1'), await capture('step-s2-1')].map(({ refusal }) => refusal)).toEqual([
      undefined,
      undefined,
    ])
    expect([read('a.txt'), read('src/b.txt')]).toEqual(['by one\n', 'by two\n'])
  })

  test('are refused as a whole if someone else has changed the same file', async () => {
    const { enter, capture, read } = await workshop()
    const folders = await Promise.all([enter(one), enter(two)])
    put(folders[0], { 'a.txt': 'by one\n' })
    put(folders[1], { 'a.txt': 'by two\n', 'new.txt': 'n\n' })
    await capture('step-s1-1')
    const { patch, refusal } = await capture('step-s2-1')
    expect(refusal).toContain('a.txt')
    expect(patch).toContain('+by two')
    expect(read('a.txt')).toBe('by one\n')
    expect(() => read('new.txt')).toThrow('ENOENT')
  })

  test('are empty if its owner did not use a tool', async () => {
    const { capture } = await workshop()
    expect(await capture('step-s9-1')).toMatchObject({ patch: '' })
  })

  test('have no commit if the workspace is not a repository', async () => {
    const home = newHome()
    expect(await gitWorkspace(home).capture({ session, workspace: home })).toEqual({ commit: null, patch: '' })
  })

  test('can be reverted as a whole, unless a file has changed since', async () => {
    const { workspace, enter, capture, read } = await workshop()
    put(await enter(), { 'a.txt': 'theirs\n', 'new.txt': 'n\n' })
    const { patch } = await capture('step-s1-1')
    put(workspace, { 'a.txt': 'changed since\n' })
    expect(await revertPatch(workspace, patch)).toMatchObject({ ok: false, refusal: { code: 'changed' } })
    expect(read('new.txt')).toBe('n\n')
    put(workspace, { 'a.txt': 'theirs\n' })
    expect(value(await revertPatch(workspace, patch))).toEqual(['a.txt', 'new.txt'])
    expect(read('a.txt')).toBe('one\ntwo\nthree\n')
    expect(() => read('new.txt')).toThrow('ENOENT')
  })
})
