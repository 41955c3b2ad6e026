import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf, git, put, stateOf } from '@convene/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { branched, fill, histories, mergedByGit } from '../merge/histories.fixture.ts'
import { value } from '../worktrees/desk.fixture.ts'
import { building } from './landing.fixture.ts'

const keep = { '.gitignore': 'ignored/\n' }

/** The files of a folder as git would store them, without changing its index. */
function treeOf(workspace: string): string {
  const copy = folderOf()
  git(copy, 'init', '--quiet')
  git(copy, '--work-tree', workspace, 'add', '--all')
  return git(copy, 'write-tree').trim()
}

describe('keeping a build', () => {
  test('makes of the user’s files what git makes of both branches, or changes nothing and names the files', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const { workspace, folder, land } = await building(history.base)
        fill(folder, { ...keep, ...history.theirs })
        fill(workspace, { ...keep, ...history.ours })
        const [before, state] = [treeOf(workspace), stateOf(workspace)]
        const landed = await land('keep')
        const { repository, trees } = branched(history)
        const expected = mergedByGit(repository)
        const after = treeOf(workspace)
        if (!landed.ok) {
          expect([landed.refusal.code, trees.base]).toEqual(['nothing_to_land', trees.theirs])
          expect(after).toBe(before)
        } else if (landed.value.state === 'landed') expect(after).toBe(expected)
        else {
          expect(expected).toBeUndefined()
          expect(landed.value.conflicts.length).toBeGreaterThan(0)
          expect(after).toBe(before)
        }
        expect({ ...stateOf(workspace), status: '' }).toEqual({ ...state, status: '' })
      }),
      { numRuns: process.env.CONVENE_LONG === undefined ? 12 : 300 },
    )
  })

  test('and undoing it leaves the user’s files as they were, their later work included', async () => {
    const { workspace, folder, land } = await building({ 'a.txt': '1\n2\n3\n4\n5\n6\n7\n' })
    put(folder, { 'a.txt': 'eins\n2\n3\n4\n5\n6\n7\n', 'new/b.txt': 'b\n' })
    value(await land('keep'))
    put(workspace, { 'a.txt': 'eins\n2\n3\n4\n5\n6\nmine\n' })
    expect(value(await land('undo'))).toMatchObject({ state: 'landed', files: ['a.txt', 'new/b.txt'] })
    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('1\n2\n3\n4\n5\n6\nmine\n')
    expect(existsSync(join(workspace, 'new'))).toBe(false)
  })

  test('and undoing it leaves what the user had changed in the same way', async () => {
    const lines = 'one\n2\n3\n4\n5\n6\n7\n8\nnine\n'
    const { workspace, folder, land } = await building({ 'a.txt': lines, 'b.txt': 'b\n', 'gone.txt': 'x\n' })
    const [fixed, both] = [lines.replace('one', '1'), lines.replace('one', '1').replace('nine', '9')]
    put(folder, { 'a.txt': both, 'b.txt': 'B\n' })
    put(workspace, { 'a.txt': fixed, 'b.txt': 'B\n' })
    for (const place of [folder, workspace]) rmSync(join(place, 'gone.txt'))
    value(await land('keep'))
    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe(both)
    value(await land('undo'))
    const now = ['a.txt', 'b.txt'].map((name) => readFileSync(join(workspace, name), 'utf8'))
    expect([...now, existsSync(join(workspace, 'gone.txt'))]).toEqual([fixed, 'B\n', false])
  })

  test('keeps permissions that git does not know, and ends lines as the repository says', async () => {
    const { workspace, folder, land } = await building({ 'a.txt': 'one\n', '.gitattributes': '*.bat text eol=crlf\n' })
    chmodSync(join(workspace, 'a.txt'), 0o600)
    put(folder, { 'a.txt': 'two\n', 'run.bat': 'go\r\n' })
    value(await land('keep'))
    expect(lstatSync(join(workspace, 'a.txt')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(workspace, 'run.bat'), 'utf8')).toBe('go\r\n')
  })

  test('does nothing if a file changes while the checks run on the merged files', async () => {
    const { workspace, folder, land } = await building({ 'a.txt': 'one\n', 'b.txt': 'b\n' })
    put(folder, { 'a.txt': 'two\n', 'b.txt': 'B\n' })
    const verify = async () => {
      writeFileSync(join(workspace, 'b.txt'), 'meanwhile\n')
      return { checks: [] }
    }
    expect(value(await land('keep', { verify }))).toMatchObject({
      state: 'refused',
      conflicts: [{ path: 'b.txt', reason: 'it was changed at the same time' }],
    })
    expect([readFileSync(join(workspace, 'a.txt'), 'utf8'), readFileSync(join(workspace, 'b.txt'), 'utf8')]).toEqual([
      'one\n',
      'meanwhile\n',
    ])
  })

  test('is refused if checks fail, before anything is written', async () => {
    const { workspace, folder, land } = await building({ 'a.txt': 'one\n' })
    put(folder, { 'a.txt': 'two\n' })
    const checks = [{ check: 'npm test', outcome: 'failed' as const }]
    const refused = value(await land('keep', { verify: async () => ({ checks, reason: 'A check fails' }) }))
    expect(refused).toMatchObject({ state: 'refused', reason: 'A check fails', checks })
    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('one\n')
  })

  test('never writes through a link that leads out of the workspace', async () => {
    const { workspace, folder, land } = await building({ 'a.txt': 'one\n' })
    const outside = folderOf()
    put(folder, { 'docs/b.txt': 'b\n' })
    symlinkSync(outside, join(workspace, 'docs'))
    expect(value(await land('keep'))).toMatchObject({ state: 'refused' })
    expect(existsSync(join(outside, 'b.txt'))).toBe(false)
  })

  test('names a folder that is a link now by its own name', async () => {
    const { workspace, folder, land } = await building({ 'docs/a.txt': 'one\n' })
    put(folder, { 'docs/a.txt': 'two\n', 'docs/b.txt': 'b\n' })
    rmSync(join(workspace, 'docs'), { recursive: true })
    symlinkSync(folderOf(), join(workspace, 'docs'))
    const refused = value(await land('keep')) as { readonly conflicts?: readonly { readonly path: string }[] }
    expect(refused.conflicts?.map(({ path }) => path)).toEqual(['docs/a.txt', 'docs'])
  })

  test('never replaces a file that git ignores', async () => {
    const { workspace, folder, land } = await building({ 'a.txt': 'one\n' })
    put(folder, { '.gitignore': '', 'ignored/x.txt': 'theirs\n' })
    put(workspace, { 'ignored/x.txt': 'mine\n' })
    expect(value(await land('keep'))).toMatchObject({
      state: 'refused',
      conflicts: [{ path: 'ignored/x.txt', reason: 'a file that git ignores is in its place' }],
    })
    expect(readFileSync(join(workspace, 'ignored/x.txt'), 'utf8')).toBe('mine\n')
  })

  test('refuses repositories inside the repository', async () => {
    const { folder, land } = await building({ 'a.txt': 'one\n' })
    mkdirSync(join(folder, 'inner'))
    git(join(folder, 'inner'), 'init', '--quiet')
    git(join(folder, 'inner'), 'commit', '--quiet', '--allow-empty', '--message=x')
    expect(value(await land('keep'))).toMatchObject({ state: 'refused', conflicts: [{ path: 'inner' }] })
  })
})
