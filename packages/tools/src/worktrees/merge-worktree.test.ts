import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { git, put } from '@convene/testkit'
import { expect, test } from 'vitest'
import { desk, session, value } from './desk.fixture.ts'
import { gitWorkspace } from './git-workspace.ts'

const LINES = Array.from({ length: 12 }, (_, index) => `line ${index + 1}\n`)
const withLine = (place: number, text: string) => LINES.map((line, index) => (index === place ? text : line)).join('')

/** Two steps that began with the same files. */
async function parallel() {
  const { home, workspace, trees } = await desk({ 'a.txt': LINES.join('') })
  const enter = async (agent: string) => value(await trees.enter({ session, agent }, workspace, true))
  const folders = [await enter('step-s1-1'), await enter('step-s2-1')] as const
  const apply = (worktree: string) => gitWorkspace(home).capture({ session, workspace, worktree })
  return { workspace, folders, apply, read: () => readFileSync(join(workspace, 'a.txt'), 'utf8') }
}

test('two steps that change different lines of a file are both applied, in either order', async () => {
  const results = []
  for (const order of [['step-s1-1', 'step-s2-1'] as const, ['step-s2-1', 'step-s1-1'] as const]) {
    const { folders, apply, read, workspace } = await parallel()
    put(folders[0], { 'a.txt': withLine(0, 'one\n'), 'one.txt': '1\n' })
    put(folders[1], { 'a.txt': withLine(11, 'twelve\n'), 'two.txt': '2\n' })
    for (const worktree of order) expect((await apply(worktree)).refusal).toBeUndefined()
    expect(git(workspace, 'diff', '--cached')).toBe('')
    results.push(read(), git(workspace, 'status', '--porcelain'))
  }
  expect(results[0]).toBe(['one\n', ...LINES.slice(1, 11), 'twelve\n'].join(''))
  expect(results.slice(2)).toEqual(results.slice(0, 2))
})

test('a merged step is applied once, however often it is asked for', async () => {
  const { folders, apply, read } = await parallel()
  put(folders[0], { 'a.txt': withLine(0, 'one\n') })
  put(folders[1], { 'a.txt': withLine(11, 'twelve\n') })
  await apply('step-s1-1')
  await apply('step-s2-1')
  const merged = read()
  for (const again of ['step-s2-1', 'step-s1-1']) expect((await apply(again)).refusal).toBeUndefined()
  expect(read()).toBe(merged)
})

test('two steps that change the same line conflict: nothing is applied, and both sides are known', async () => {
  const { folders, apply, read } = await parallel()
  put(folders[0], { 'a.txt': withLine(5, 'mine\n') })
  put(folders[1], { 'a.txt': withLine(5, 'yours\n'), 'new.txt': 'n\n' })
  await apply('step-s1-1')
  const before = read()
  const { refusal, patch, conflict } = await apply('step-s2-1')
  expect(refusal).toBe('Nothing was applied: a.txt (both sides changed the same lines).')
  expect(patch).toContain('+yours')
  expect(conflict?.files).toEqual([{ path: 'a.txt', reason: 'both sides changed the same lines' }])
  expect(conflict?.others).toContain('+mine')
  expect(conflict?.others).not.toContain('new.txt')
  expect(read()).toBe(before)
})

test('a change of the user in the same file is merged too, and never overwritten', async () => {
  const { workspace, folders, apply, read } = await parallel()
  put(folders[0], { 'a.txt': withLine(0, 'one\n') })
  put(workspace, { 'a.txt': withLine(11, 'by the user\n') })
  expect((await apply('step-s1-1')).refusal).toBeUndefined()
  expect(read()).toBe(['one\n', ...LINES.slice(1, 11), 'by the user\n'].join(''))
})
